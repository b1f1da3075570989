import CSkillABI
import FakeSkillHost
import Glibc
import SkillJSON
import Testing

@Suite struct FileSearchTests {
  /// A folder with a bit of everything, and the skill over it.
  struct Files {
    let folder: TemporaryFolder
    let skill: PluginSkill

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("report.txt", "first line\nThe Budget is 5\nbudget again\n")
      try folder.write("Annual Report.md", "nothing")
      try folder.write("notes/预算.txt", "今年的预算\r\n很高")
      try folder.write("notes/deep/REPORT-2026.TXT", "x")
      try folder.write("notes/.hidden/report.txt", "budget")
      try folder.write(".config", "budget")
      try folder.write("picture.png", [0x89, 0x50, 0, 0x62, 0x75, 0x64, 0x67, 0x65, 0x74])
      try folder.write("latin1.txt", [0x62, 0xFC, 0x64, 0x67, 0x65, 0x74, 0x20] + Array("budget".utf8) + [0xE9])
      skill = try PluginLibrary("FileSearch").skill("files.search", directories: ["root": folder.path])
    }

    func paths(_ input: String) throws -> [String] {
      let result = try #require(try skill.invoke(input).result)
      return try (result["hits"]?.elements.map { $0 } ?? []).map { try #require($0["path"]?.string) }
    }
  }

  @Test(arguments: [
    (#"{"query":"report"}"#, ["Annual Report.md", "notes/deep/REPORT-2026.TXT", "report.txt"]),
    (#"{"query":"预算"}"#, ["notes/预算.txt"]), (#"{"query":"zzz"}"#, []),
    (#"{"glob":"*.txt"}"#, ["latin1.txt", "notes/deep/REPORT-2026.TXT", "notes/预算.txt", "report.txt"]),
    (#"{"glob":"notes/*.txt"}"#, ["notes/预算.txt"]),
    (#"{"glob":"notes/**/*.txt"}"#, ["notes/deep/REPORT-2026.TXT", "notes/预算.txt"]),
    (#"{"glob":"/report.txt"}"#, ["report.txt"]),
    (#"{"glob":"{annual,picture}*"}"#, ["Annual Report.md", "picture.png"]),
    (#"{"glob":"[l-p]*.[!t]*"}"#, ["picture.png"]), (#"{"glob":"??.txt"}"#, ["notes/预算.txt"]),
    (#"{"glob":".config"}"#, [".config"]), (#"{"glob":"notes/.hidden/*"}"#, ["notes/.hidden/report.txt"]),
    (#"{"glob":"deep"}"#, ["notes/deep"]), (#"{"query":"e","glob":"*.md"}"#, ["Annual Report.md"]),
    (#"{"query":"report","contents":false,"glob":"*.t?t"}"#, ["notes/deep/REPORT-2026.TXT", "report.txt"]),
  ])
  func byName(input: String, paths: [String]) throws {
    #expect(try Files().paths(input) == paths)
  }

  @Test func byContents() throws {
    let files = try Files()
    let outcome = try files.skill.invoke(#"{"query":"BUDGET","contents":true}"#)
    let hits = try #require(outcome.result?["hits"]?.elements.map { $0 })
    #expect(hits.map { $0["path"]?.string } == ["latin1.txt", "report.txt"])
    #expect(hits[0]["line"]?.int == 1)
    #expect(hits[0]["text"]?.string == "b\u{FFFD}dget budget\u{FFFD}")
    #expect(hits[1]["line"]?.int == 2)
    #expect(hits[1]["text"]?.string == "The Budget is 5")
    #expect(hits[1]["match"]?.string == "contents")
    #expect(hits[1]["size"]?.int == 40)
    #expect(outcome.result?["skipped"]?.text == #"{"unreadable":0,"binary":1,"tooDeep":0}"#)
    #expect(outcome.result?["searched"]?["files"]?.int == 6)
    #expect(outcome.result?["searched"]?["folders"]?.int == 3)
    #expect(Set(outcome.texts) == ["latin1.txt:1: b\u{FFFD}dget budget\u{FFFD}\n", "report.txt:2: The Budget is 5\n"])
  }

  @Test func chineseContents() throws {
    let files = try Files()
    let hits = try #require(try files.skill.invoke(#"{"query":"预算","contents":true}"#).result?["hits"])
    #expect(hits[0]?["text"]?.string == "今年的预算")
    #expect(hits.count == 1)
  }

  @Test func aNameIsFoundWhenTheContentsAreNot() throws {
    let files = try Files()
    let hits = try #require(try files.skill.invoke(#"{"query":"annual","contents":true}"#).result?["hits"])
    #expect(hits[0]?["match"]?.string == "name")
    #expect(hits[0]?["line"] == nil)
  }

  @Test func theLimitStopsTheSearch() throws {
    let files = try Files()
    let result = try #require(try files.skill.invoke(#"{"query":"report","limit":2}"#).result)
    #expect(result["hits"]?.count == 2)
    #expect(result["truncated"]?.bool == true)
    let exact = try #require(try files.skill.invoke(#"{"query":"report","limit":3}"#).result)
    #expect(exact["hits"]?.count == 3)
    #expect(exact["truncated"]?.bool == false)
  }

  @Test func linksAreNamedButNotFollowed() throws {
    let files = try Files()
    let outside = try TemporaryFolder()
    try outside.write("secret-report.txt", "budget")
    #expect(symlink(outside.path, "\(files.folder.path)/link-out") == 0)
    #expect(symlink("\(outside.path)/secret-report.txt", "\(files.folder.path)/link-file.txt") == 0)
    #expect(symlink(".", "\(files.folder.path)/link-loop") == 0)
    #expect(try files.paths(#"{"query":"secret"}"#) == [])
    #expect(try files.paths(#"{"query":"budget","contents":true}"#) == ["latin1.txt", "report.txt"])
    let links = try #require(try files.skill.invoke(#"{"query":"link-"}"#).result?["hits"])
    #expect(links.elements.map { $0["kind"]?.string } == ["link", "link", "link"])
  }

  @Test func specialFilesDoNotBlock() throws {
    let files = try Files()
    #expect(mkfifo("\(files.folder.path)/pipe-report", 0o600) == 0)
    #expect(try files.paths(#"{"query":"pipe","contents":true}"#) == [])
  }

  @Test func namesThatAreNotUTF8() throws {
    let files = try Files()
    let name: [CChar] = Array("\(files.folder.path)/bad".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    write(descriptor, "budget", 6)
    close(descriptor)
    defer { unlink(name) }
    #expect(try files.paths(#"{"query":"bad"}"#) == ["bad\u{FFFD}"])
    #expect(try files.paths(#"{"query":"budget","glob":"bad*","contents":true}"#) == ["bad\u{FFFD}"])
  }

  @Test func textAcrossTwoBlocksAndInLongLines() throws {
    let files = try Files()
    for before in [65_530, 65_534, 65_536, 131_070] {
      try files.folder.write(
        "big.bin.txt", String(repeating: "é", count: before / 2) + "needle" + String(repeating: "x", count: 70_000))
      let hit = try #require(
        try files.skill.invoke(#"{"query":"NEEDLE","glob":"big*","contents":true}"#).result?["hits"]?[0])
      #expect(hit["line"]?.int == 1)
      #expect(hit["text"]?.string == String(repeating: "é", count: 50) + "needle" + String(repeating: "x", count: 94))
    }
  }

  @Test func patternsThatOverlapThemselves() throws {
    let files = try Files()
    try files.folder.write("a.txt", String(repeating: "ab", count: 100_000) + "\nababac")
    let hit = try #require(
      try files.skill.invoke(#"{"query":"ababac","glob":"a.txt","contents":true}"#).result?["hits"]?[0])
    #expect(hit["line"]?.int == 2)
  }

  @Test func deepFoldersAreLeftOut() throws {
    let files = try Files()
    try files.folder.write((0..<70).map { _ in "d" }.joined(separator: "/") + "/deep-report.txt", "")
    let result = try #require(try files.skill.invoke(#"{"query":"deep-report"}"#).result)
    #expect(result["hits"]?.count == 0)
    #expect(result["skipped"]?["tooDeep"]?.int == 1)
  }

  @Test func aSearchIsCancelled() throws {
    let files = try Files()
    for index in 0..<50 { try files.folder.write("many/\(index)", "") }
    let outcome = try files.skill.invoke(#"{"query":"x"}"#, host: FakeHost { $0.cancelledAfter = 0 })
    #expect(outcome.status == SKILL_CANCELLED)
    #expect(outcome.result == nil)
  }

  @Test func aLongSearchAsksOftenWhetherItWasCancelledAndReports() throws {
    let folder = try TemporaryFolder()
    let block = String(repeating: "some line of a long text\n", count: 40_000)
    for index in 0..<5 { try folder.write("\(index).txt", block) }
    let skill = try PluginLibrary("FileSearch").skill("files.search", directories: ["root": folder.path])
    let clock = ContinuousClock()
    var outcome: PluginSkill.Outcome?
    let time = try clock.measure { outcome = try skill.invoke(#"{"query":"not there","contents":true}"#) }
    let result = try #require(outcome)
    #expect(result.result?["searched"]?["bytes"]?.int == 5_000_000)
    #expect(time < .milliseconds(100) * (result.raw.sent.cancelledAsked + 1))
    if time > .milliseconds(500) { #expect(result.progress.last?.note.hasSuffix(" files, 0 found") == true) }
  }

  @Test(arguments: [
    ("{}", "nothing_to_find", "give a query, a glob, or both"),
    (#"{"query":"","glob":""}"#, "nothing_to_find", "give a query, a glob, or both"),
    (#"{"glob":"*","contents":true}"#, "nothing_to_find", "to search contents, give a query"),
    (#"{"query":"a","limit":0}"#, "limit_out_of_range", "limit must be 1 to 1000, not 0"),
    (#"{"query":"a","limit":1001}"#, "limit_out_of_range", "limit must be 1 to 1000, not 1001"),
  ])
  func argumentsThatMakeNoSense(input: String, code: String, message: String) throws {
    let outcome = try Files().skill.invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure == FakeHost.Failure(code: code, message: message))
  }

  @Test func aFolderThatIsGone() throws {
    let skill = try PluginLibrary("FileSearch").skill("files.search", directories: ["root": "/nonexistent/folder"])
    let outcome = try skill.invoke(#"{"query":"a"}"#)
    #expect(outcome.status == SKILL_UNAVAILABLE)
    #expect(
      outcome.failure
        == FakeHost.Failure(
          code: "folder_unreadable", message: "cannot open the folder /nonexistent/folder: No such file or directory"))
  }

  @Test func withoutAFolderTheSkillCannotBeUsed() throws {
    #expect(throws: LoadedSkill.CreateFailed(status: SKILL_NEEDS_PERMISSION)) {
      try PluginLibrary("FileSearch").skill("files.search")
    }
  }

  @Test(arguments: [
    String(repeating: "*a", count: 50), String(repeating: "{a,b}", count: 40), "[", "[]", "[!]", "{", "\\", "**",
    "[z-a]",
    "[[:alpha:]]", "***/***",
  ])
  func strangePatternsEnd(glob: String) throws {
    let files = try Files()
    try files.folder.write(String(repeating: "a", count: 200), "")
    let input = JSON.build { writer in writer.object { $0.member("glob", glob) } }
    #expect(try files.skill.invoke(input.text).status == SKILL_DONE)
  }

  // MARK: Match

  @Test(arguments: [
    ("find files named report", #"{"query":"report"}"#),
    ("Find the file called \"annual report\"", #"{"query":"annual report"}"#),
    ("find *.swift", #"{"glob":"*.swift"}"#), ("list all *.pdf files", #"{"glob":"*.pdf"}"#),
    ("where is report.pdf?", #"{"query":"report.pdf"}"#),
    ("which files contain \"budget 2026\"", #"{"contents":true,"query":"budget 2026"}"#),
    ("find documents that mention the budget", #"{"contents":true,"query":"budget"}"#),
    ("search my files for invoice", #"{"contents":true,"query":"invoice"}"#),
    ("查找包含预算的文件", #"{"contents":true,"query":"预算"}"#), ("找一下名为报告的文件", #"{"query":"报告"}"#),
    ("哪些文件提到“季度总结”", #"{"contents":true,"query":"季度总结"}"#), ("帮我找 *.md 文件", #"{"glob":"*.md"}"#),
  ])
  func phrases(text: String, arguments: String) throws {
    let match = try #require(try Files().skill.match(text, now: "2026-07-30T09:00:00Z"))
    #expect(match.confidence == 0.9)
    #expect(match.arguments.text == arguments)
  }

  @Test(arguments: [
    "find a hotel in Paris", "weather in Berlin", "remind me to find the file", "", "files", "draw a chart", "查找天气",
    "2 * 3",
  ])
  func otherPhrases(text: String) throws {
    #expect(try Files().skill.match(text, now: "2026-07-30T09:00:00Z") == nil)
  }
}
