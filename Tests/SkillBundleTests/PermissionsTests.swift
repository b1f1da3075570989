import SkillBundle
import SkillSystem
import Testing

@Suite struct PermissionsTests {
  func network(_ texts: String...) throws -> [NetworkPermission] {
    try texts.map { try #require(NetworkPermission($0)) }
  }

  func notes(_ access: DirectoryPermission.Access = .read, _ path: String? = "data/notes", purpose: String = "Notes")
    -> DirectoryPermission
  {
    DirectoryPermission(name: "notes", access: access, defaultPath: path, purpose: purpose)
  }

  @Test func sentences() throws {
    let permissions = Permissions(
      network: try network("api.open-meteo.com:443", "[2001:db8::1]:80"),
      directories: [
        notes(), notes(.write, "~/Notes"), notes(.write, nil, purpose: "a \"b\" \u{202e}"),
      ], environment: ["TZ"])
    #expect(
      permissions.sentences == [
        "Connect to api.open-meteo.com on port 443.",
        "Connect to 2001:db8::1 on port 80.",
        "Read files in the folder data/notes of the skillhost home (notes). The publisher says why: \"Notes\"",
        "Read, create, change and delete files in the folder ~/Notes (notes). The publisher says why: \"Notes\"",
        "Read, create, change and delete files in a folder of your choice (notes). The publisher says why: "
          + "\"a \\\"b\\\" \\u{202E}\"",
        "Read the environment variable TZ.",
      ])
    #expect(Permissions.none.sentences == [])
    #expect(Permissions.none.isEmpty)
    #expect(!permissions.isEmpty)
  }

  @Test func widening() throws {
    let old = Permissions(
      network: try network("a.example:443", "b.example:443"), directories: [notes()], environment: ["TZ"])
    #expect(old.widened(from: old) == [])
    #expect(Permissions.none.widened(from: old) == [])
    #expect(old.widened(from: .none) == old.sentences)
    #expect(
      Permissions(network: try network("b.example:443", "a.example:80"), directories: [], environment: [])
        .widened(from: old) == ["Connect to a.example on port 80."])
    #expect(
      Permissions(network: [], directories: [], environment: ["TZ", "LANG"]).widened(from: old)
        == ["Read the environment variable LANG."])
  }

  @Test func wideningOfFolders() {
    func widened(_ new: DirectoryPermission, from old: DirectoryPermission) -> Bool {
      let new = Permissions(network: [], directories: [new], environment: [])
      let old = Permissions(network: [], directories: [old], environment: [])
      let sentences = new.widened(from: old)
      #expect(sentences.isEmpty || sentences == new.sentences)
      return !sentences.isEmpty
    }
    #expect(widened(notes(.write), from: notes(.read)))
    #expect(!widened(notes(.read), from: notes(.write)))
    #expect(widened(notes(.read, "~/Documents"), from: notes(.read)))
    #expect(widened(notes(.read, nil), from: notes(.read)))
    #expect(!widened(notes(purpose: "Other words"), from: notes()))
  }

  @Test(arguments: [
    ("api.open-meteo.com:443", "api.open-meteo.com", 443), ("localhost:1", "localhost", 1),
    ("127.0.0.1:65535", "127.0.0.1", 65535), ("[::1]:80", "::1", 80),
    ("xn--fiqs8s.example:443", "xn--fiqs8s.example", 443),
    ("1.a:5", "1.a", 5),
  ])
  func networkTexts(text: String, host: String, port: Int) throws {
    let permission = try #require(NetworkPermission(text))
    #expect(permission.host == host)
    #expect(Int(permission.port) == port)
    #expect(permission.text == text)
  }

  @Test(arguments: [
    "", "a", "a:", ":443", "a:0", "a:65536", "a:0443", "a:+443", "a:443 ", "A.example:443", "*.example:443", "*:443",
    "a_b.example:443", "-a.example:443", "a-.example:443", "a..example:443", "a.example.:443", "1.2.3:443",
    "01.2.3.4:443", "1.2.3.256:443", "::1:443", "[::1:443", "[0:0::1]:443", "[fe80::1%eth0]:443", "[]:1", "http://a:80",
    "a.example:443/path", "a b:443", "münchen.example:443", "a\0b:443",
    "\(String(repeating: "a", count: 64)).example:1",
  ])
  func notNetworkTexts(text: String) {
    #expect(NetworkPermission(text) == nil)
  }

  @Test(arguments: [
    ("/etc", true), ("data/notes", true), ("~/Notes", true), ("/", false), ("~", false), ("~/", false),
    ("~root/x", false), ("../x", false), ("a/../b", false), ("./a", false), ("a/", false), ("a//b", false),
    ("/..", false), ("~/..", false), ("..", false),
  ])
  func folders(path: String, accepted: Bool) throws {
    let text = Sample.replace(Sample.authored, "data/forecasts", path)
    if accepted {
      #expect(try Sample.decode(text).permissions.directories[0].defaultPath == path)
    } else {
      let error = try #require(throws: SkillError.self) { try Sample.decode(text) }
      #expect(error.code == .manifestInvalidField)
      #expect(
        error.message == "line 19, column 59, /permissions/directories/0/default: must be a folder such as data/notes, "
          + "~/Notes or /srv/notes, without . and .. and a slash at its end, not \"\(path)\"")
    }
  }

  @Test func whereFoldersAre() {
    #expect(notes(.read, "data/notes").defaultFolder(home: "/h", user: "/u") == "/h/data/notes")
    #expect(notes(.read, "~/Notes").defaultFolder(home: "/h", user: "/u") == "/u/Notes")
    #expect(notes(.read, "~/Notes").defaultFolder(home: "/h", user: nil) == nil)
    #expect(notes(.read, "/srv/notes").defaultFolder(home: "/h", user: "/u") == "/srv/notes")
    #expect(notes(.read, nil).defaultFolder(home: "/h", user: "/u") == nil)
  }
}
