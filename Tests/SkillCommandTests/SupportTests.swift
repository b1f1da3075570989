import Glibc
import SkillCommand
import SkillJSON
import SkillRuntime
import SkillSystem
import Testing

@Suite("Files for attachments")
struct AttachmentFilesTests {
  @Test(
    "a name is made harmless",
    arguments: [
      ("chart.svg", "image/svg+xml", "chart.svg"), (nil, "image/png", "attachment-3.png"),
      (nil, "x/y", "attachment-3.bin"), ("../../etc/passwd", "text/plain", "_.._etc_passwd"),
      (".bashrc", "text/plain", "bashrc"), ("-rf", "text/plain", "rf"), ("图表 1.svg", "image/svg+xml", "图表_1.svg"),
      ("a\nb\u{1b}c\u{202E}", "text/plain", "a_b_c_"), ("...", "text/csv", "attachment-3.csv"),
      ("$(x);", "text/plain", "_(x)_"),
    ] as [(String?, String, String)])
  func names(suggested: String?, mime: String, expected: String) {
    #expect(AttachmentFiles.name(suggested, mime: mime, index: 2) == expected)
  }

  @Test("a long name is cut to whole characters")
  func longName() {
    let name = AttachmentFiles.name(String(repeating: "图", count: 500), mime: "text/plain", index: 0)
    #expect(name.utf8.count <= 100)
    #expect(name.allSatisfy { $0 == "图" })
  }

  @Test("files that are there are kept, links are not followed")
  func collisions() throws {
    let space = try Workspace()
    try space.write("mine", to: "precious")
    try makeFolder("\(space.root)/out")
    try space.write("old", to: "out/a.txt")
    #expect(try TestFolder.link("\(space.root)/out/a-2.txt", to: "\(space.root)/precious"))
    let attachments = ["one", "two"].map {
      Attachment(mime: Array("text/plain; name=\"a.txt\"".utf8), bytes: Array($0.utf8))
    }
    let files = try AttachmentFiles.write(attachments, into: "\(space.root)/out")
    #expect(files == [0: "\(space.root)/out/a-3.txt", 1: "\(space.root)/out/a-4.txt"])
    #expect(try space.read("out/a.txt") == "old")
    #expect(try space.read("precious") == "mine")
    #expect(try space.read("out/a-3.txt") == "one")
    #expect(try space.read("out/a-4.txt") == "two")
  }

  @Test("nothing to write makes no folder")
  func nothing() throws {
    let space = try Workspace()
    #expect(try AttachmentFiles.write([], into: "\(space.root)/out").isEmpty)
    #expect(access("\(space.root)/out", F_OK) != 0)
  }
}

@Suite("Schemas for people")
struct SchemaTableTests {
  @Test("members, members of members, and what is said about them")
  func lines() throws {
    let schema = try JSON(
      parsing: """
        {"type":"object","required":["city"],"properties":{
          "city":{"type":"string","description":"Which city"},
          "days":{"type":["integer","null"],"minimum":1,"maximum":16,"default":3},
          "tags":{"type":"array","items":{"type":"string"}},
          "unit":{"enum":["metric","imperial"]},
          "at":{"type":"string","format":"date-time"},
          "place":{"$ref":"#/$defs/place"}, "any":true},
         "$defs":{"place":{"type":"object","properties":{"name":{"type":"string"},"in":{"$ref":"#/$defs/place"}}}}}
        """)
    let lines = SchemaTable.lines(schema).map {
      "\($0.name) | \($0.kind) | \($0.isRequired ? "required" : "") | \($0.about)"
    }
    #expect(
      lines == [
        "city | text | required | Which city", "days | whole number |  | 1 to 16; default 3",
        "tags | list of text |  | ",
        "unit | text |  | one of \"metric\", \"imperial\"", "at | text |  | format date-time", "place | object |  | ",
        "place.name | text |  | ", "place.in | object |  | ", "place.in.name | text |  | ",
        "place.in.in | object |  | ",
        "place.in.in.name | text |  | ", "place.in.in.in | object |  | ", "any | anything |  | ",
      ])
  }
}

@Suite("Where things are")
struct InstallationTests {
  @Test("the runner is looked for beside the program, below libexec, and where the environment says")
  func runner() {
    let plain = Installation(folder: "/opt/x/bin", environment: [:])
    #expect(plain.runnerCandidates == ["/opt/x/bin/skillhost-runner", "/opt/x/libexec/skillhost/skillhost-runner"])
    let named = Installation(folder: "/opt/x/bin", environment: ["SKILLHOST_RUNNER": "/r"])
    #expect(named.runnerCandidates.first == "/r")
    let error = #expect(throws: SkillError.self) { try plain.runner() }
    #expect(
      error?.description
        == "error[runner_missing]: the program skillhost-runner is missing; it was looked for at "
        + "/opt/x/bin/skillhost-runner, /opt/x/libexec/skillhost/skillhost-runner; "
        + "hint: install it beside skillhost, or export SKILLHOST_RUNNER=/path/to/skillhost-runner")
  }

  @Test(
    "the kit is found as installed and as a checkout",
    arguments: ["share/skillhost/kit", "share/skillhost/kit/Sources"])
  func kit(place: String) throws {
    let space = try Workspace()
    try makeFolder("\(space.root)/\(place)/CSkillABI/include")
    try space.write("", to: "\(place)/CSkillABI/include/skill.h")
    let kit = try Installation(folder: "\(space.root)/bin", environment: [:]).kit()
    #expect(kit.root == "\(space.root)/share/skillhost/kit")
    #expect(kit.sources == "\(space.root)/\(place)")
  }
}

@Suite("Small texts")
struct SmallTextTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_234, "1.2 kB"), (65_536, "65 kB"), (99_999, "99 kB"),
    (500_000, "500 kB"), (1_048_576, "1 MB"), (64_000_000, "64 MB"), (5_000_000_000, "5 GB"),
  ])
  func sizes(bytes: Int, text: String) { #expect(SizeText.text(bytes) == text) }

  @Test(arguments: [
    ("libGreeter.so", "greeter"), ("libText.so.1", "text"), ("Plain.so", "plain"), ("lib.so", "lib.so"), ("x", "x"),
  ])
  func bundleNames(library: String, name: String) { #expect(SignCommand.bundleName(library) == name) }

  @Test(
    arguments: [
      (["LANG": "zh_CN.UTF-8"], "zh-CN"), (["LANG": "C.UTF-8"], nil), ([:], nil), (["LC_ALL": "de_DE@euro"], "de-DE"),
      (["LC_ALL": "", "LANG": "fr"], "fr"), (["LANG": "POSIX"], nil), (["LANG": "../x"], nil),
    ] as [([String: String], String?)])
  func locales(environment: [String: String], locale: String?) { #expect(Surroundings.locale(environment) == locale) }

  @Test(
    arguments: [
      (["TZ": "Asia/Shanghai"], "Asia/Shanghai"), (["TZ": ":Europe/Berlin"], "Europe/Berlin"), (["TZ": "UTC"], "UTC"),
      (["TZ": "CET-1CEST"], nil), (["TZ": "/etc/passwd"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func zones(environment: [String: String], zone: String?) {
    #expect(Surroundings.timezone(environment, localtime: "/nowhere") == zone)
  }

  @Test("the system's zone comes from a link")
  func systemZone() throws {
    let space = try Workspace()
    #expect(try TestFolder.link("\(space.root)/localtime", to: "../usr/share/zoneinfo/America/Argentina/Salta"))
    #expect(Surroundings.timezone([:], localtime: "\(space.root)/localtime") == "America/Argentina/Salta")
  }

  @Test(arguments: [
    "2026-03-01T09:00:00+08:00", "2026-03-01T09:00:00Z", "2026-03-01t09:00:00.123456789z", "2026-12-31 23:59:60-11:30",
  ])
  func moments(text: String) throws { #expect(try MomentText.check(text) == text) }

  @Test(arguments: [
    "", "2026-03-01", "2026-03-01T09:00:00", "2026-13-01T09:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:00:00.Z",
    "2026-03-01T09:00:00+8:00", "2026-03-01T09:00:00+08:00x", "２026-03-01T09:00:00Z", "2026-03-01T09:00:00.1234567890Z",
    "2026-03-01T09:00:00.123",
  ])
  func badMoments(text: String) { #expect(throws: ValueProblem.self) { try MomentText.check(text) } }
}
