import SkillJSON
import SkillRuntime
import Testing

@Suite struct ModelTextTests {
  private let output: JSON

  init() throws {
    output = try JSON(parsing: #"{"city":"Berlin","raw":[1.0,2],"days":[{"max":3e0}],"deep":{"city":"x"}}"#)
  }

  @Test func keepsNamedFieldsVerbatim() throws {
    let pointers = try ["/city", "/days", "/missing"].map { try JSONPointer(parsing: $0) }
    #expect(ModelText.project(output, pointers) == #"{"city":"Berlin","days":[{"max":3e0}]}"#)
  }

  @Test func twoFieldsOfOneNameAreToldApart() throws {
    let pointers = try ["/city", "/deep/city"].map { try JSONPointer(parsing: $0) }
    #expect(ModelText.project(output, pointers) == #"{"city":"Berlin","/deep/city":"x"}"#)
  }

  @Test func everythingWhenNothingIsNamedOrFound() throws {
    #expect(ModelText.project(output, []) == output.text)
    #expect(ModelText.project(output, [try JSONPointer(parsing: "/nowhere")]) == output.text)
  }

  @Test func shortTextIsLeftAlone() {
    #expect(ModelText.cut("short", limit: 5, wholeIsAt: nil) == nil)
  }

  @Test(arguments: [200, 201, 202, 203, 300])
  func headAndTailAreKeptAndNoCharacterIsCut(limit: Int) throws {
    let text = String(repeating: "天气", count: 500)
    let cut = try #require(ModelText.cut(text, limit: limit, wholeIsAt: "/cache/a.json"))
    #expect(cut.utf8.count <= limit)
    #expect(!cut.unicodeScalars.contains("\u{FFFD}"))
    #expect(cut.hasPrefix("天气"))
    #expect(cut.hasSuffix("天气"))
    #expect(cut.contains("[… 3000 bytes in all, the middle is left out; whole output: /cache/a.json …]"))
  }
}

@Suite struct AttachmentTests {
  @Test(
    arguments: [
      (#"image/svg+xml; name="chart.svg""#, "image/svg+xml", "chart.svg"),
      ("IMAGE/PNG", "image/png", nil),
      (#"text/plain;charset=utf-8; name=a.txt"#, "text/plain", "a.txt"),
      (#"text/plain; name="../../etc/passwd""#, "text/plain", "passwd"),
      (#"text/plain; name="a;b.txt""#, "text/plain", "a;b.txt"),
      ("text/plain; name=\"..\"", "text/plain", nil),
      ("text/plain; name=\"a\u{202E}\u{1B}b\"", "text/plain", "ab"),
      ("nonsense", "application/octet-stream", nil),
      ("a/b/c", "application/octet-stream", nil),
      ("text/pl ain", "application/octet-stream", nil),
      ("", "application/octet-stream", nil),
    ] as [(String, String, String?)])
  func takesApartWhatTheSkillSaid(raw: String, mime: String, name: String?) {
    let attachment = Attachment(mime: Array(raw.utf8), bytes: [])
    #expect(attachment.mime == mime)
    #expect(attachment.name == name)
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func base64AsInTheStandard(text: String, encoded: String) {
    #expect(Attachment(mime: [], bytes: Array(text.utf8)).base64 == encoded)
  }
}
