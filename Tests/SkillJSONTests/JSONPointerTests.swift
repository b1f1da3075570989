import SkillJSON
import Testing

struct JSONPointerTests {
  /// The examples of RFC 6901, section 5.
  @Test(arguments: [
    ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"),
    ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
  ])
  func leadsTo(pointer: String, text: String) throws {
    let document = try JSON(
      parsing: #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
        """#)
    let parsed = try JSONPointer(parsing: pointer)
    #expect(document.at(parsed)?.text == text)
    #expect(parsed.text == pointer)
    #expect(document.at(.root) == document)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/1x", "/foo/99999999999999999999", "/foo/", "/0", "/s/0",
  ])
  func leadsNowhere(pointer: String) throws {
    let document = try JSON(parsing: #"{"foo": ["bar", "baz"], "s": "text"}"#)
    #expect(try document.at(JSONPointer(parsing: pointer)) == nil)
  }

  @Test(arguments: [
    ("foo", "line 1, column 1: a JSON pointer must be empty or begin with '/'"),
    ("/a~2", "line 1, column 4: in a JSON pointer '~' must be followed by 0 or 1"),
    ("/a~", "line 1, column 4: in a JSON pointer '~' must be followed by 0 or 1"),
  ])
  func isRefused(pointer: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSONPointer(parsing: pointer) }
    #expect(error?.description == message)
  }

  @Test func isBuilt() throws {
    let pointer: JSONPointer = ["days", "a/b~"]
    #expect(pointer.appending(3).text == "/days/a~1b~0/3")
    #expect(try JSONPointer(parsing: "/days/a~1b~0") == pointer)
    #expect(try JSONPointer(parsing: "") == .root)
    #expect(Set([pointer, pointer, .root]).count == 2)
    #expect(JSONPointer(tokens: ["\u{E9}"]) != JSONPointer(tokens: ["e\u{301}"]))
  }
}
