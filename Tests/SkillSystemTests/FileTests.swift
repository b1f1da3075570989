import Glibc
import SkillSystem
import Testing

@Suite struct FileTests {
  let folder: String

  init() throws {
    var template = Array("/tmp/skillhost-files-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func removeFolder() {
    _ = try? ChildProcess.spawn("/bin/rm", arguments: ["-rf", folder], environment: [], descriptors: [0, 1, 2])
      .waitForEnd()
  }

  @Test func writesReplacesAndSetsTheMode() throws {
    defer { removeFolder() }
    let path = "\(folder)/a"
    umask(0)
    try AtomicFile.write(Array("one".utf8), to: path)
    try AtomicFile.write(Array("two".utf8), to: path)
    #expect(try AtomicFile.read(path, limit: 100) == Array("two".utf8))
    var status = stat()
    stat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(names() == ["a"])
  }

  @Test func aFailureLeavesTheOldFileAndNoTemporary() throws {
    defer { removeFolder() }
    let path = "\(folder)/taken"
    // A folder cannot be replaced by a file.
    try makeFolder("\(path)/inside")
    #expect(throws: SkillError.self) { try AtomicFile.write([1], to: path) }
    #expect(names() == ["taken"])
  }

  @Test func refusesMoreThanTheLimitAndWhatIsNoFile() throws {
    defer { removeFolder() }
    try AtomicFile.write([UInt8](repeating: 1, count: 1000), to: "\(folder)/big")
    #expect(try AtomicFile.read("\(folder)/big", limit: 1000)?.count == 1000)
    #expect(try AtomicFile.read("\(folder)/big", limit: 999) == nil)
    try #require(mkfifo("\(folder)/fifo", 0o600) == 0)
    #expect(throws: SkillError(.system, "cannot read \(folder)/fifo: it is not a regular file")) {
      try AtomicFile.read("\(folder)/fifo", limit: 10)
    }
  }

  @Test func makesFoldersAboveAndKeepsThemPrivate() throws {
    defer { removeFolder() }
    umask(0)
    try makeFolder("\(folder)/x/y/z")
    try makeFolder("\(folder)/x/y/z")
    var status = stat()
    stat("\(folder)/x/y", &status)
    #expect(status.st_mode & 0o777 == 0o700)
    try AtomicFile.write([], to: "\(folder)/file")
    #expect(throws: SkillError.self) { try makeFolder("\(folder)/file") }
  }

  private func names() -> [String] {
    guard let opened = opendir(folder) else { return [] }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

@Suite struct HomeTests {
  @Test func oneFolderWhenNamed() throws {
    let home = try Home(environment: ["SKILLHOST_HOME": "/srv/skills", "HOME": "/home/a", "XDG_DATA_HOME": "/data"])
    #expect(home == Home(root: "/srv/skills"))
    #expect(home.database == "/srv/skills/state/skillhost.db")
  }

  @Test func otherwiseTheBaseDirectories() throws {
    let home = try Home(environment: ["HOME": "/home/a", "XDG_STATE_HOME": "/var/a", "XDG_CACHE_HOME": "relative"])
    #expect(home.skills == "/home/a/.local/share/skillhost/skills")
    #expect(home.configFile == "/home/a/.config/skillhost/config.json")
    #expect(home.state == "/var/a/skillhost")
    #expect(home.cache == "/home/a/.cache/skillhost")
  }

  @Test func withoutAnyIsAnErrorThatSaysWhatToDo() {
    #expect(
      throws: SkillError(
        .homeUnknown, "neither SKILLHOST_HOME nor HOME is set", hint: "export SKILLHOST_HOME=/some/folder")
    ) { try Home(environment: [:]) }
  }
}

@Suite struct SkillLogTests {
  private func written(_ log: SkillLog, _ text: String) {
    Array(text.utf8).withUnsafeBytes { log.write(level: 2, source: "a.b 1.0.0", pid: 7, $0) }
  }

  @Test func noSkillCanForgeALine() throws {
    let path = "/tmp/skillhost-log-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(path) }
    let log = SkillLog(path: path)
    written(log, "first\nerror other.skill [1]: forged\u{1B}[31m\u{202E}")
    let text = String(decoding: try AtomicFile.read(path, limit: 1000) ?? [], as: UTF8.self)
    #expect(text.split(separator: "\n").count == 1)
    #expect(text.hasSuffix(" warning a.b 1.0.0 [7]: first\\u{a}error other.skill [1]: forged\\u{1b}[31m\\u{202e}\n"))
  }

  @Test func staysWithinItsSize() throws {
    let path = "/tmp/skillhost-log-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    defer {
      unlink(path)
      unlink(path + ".1")
    }
    let log = SkillLog(path: path, maxBytes: 2000)
    for number in 0..<200 { written(log, "line \(number)") }
    let new = try AtomicFile.read(path, limit: 2000)
    let old = try AtomicFile.read(path + ".1", limit: 2000)
    #expect(new != nil && old != nil)
    #expect(String(decoding: new ?? [], as: UTF8.self).hasSuffix("line 199\n"))
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_772_323_199_999, "2026-02-28T23:59:59.999Z"),
      (1_709_164_800_123, "2024-02-29T00:00:00.123Z"),
    ] as [(Int64, String)])
  func timestamps(milliseconds: Int64, text: String) {
    #expect(SkillLog.timestamp(milliseconds) == text)
  }
}

@Suite struct TimeTests {
  @Test func durationsNeverTrap() {
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(-1).wholeNanoseconds == 0)
    #expect(Duration.milliseconds(1500).wholeNanoseconds == 1_500_000_000)
    #expect(MonotonicTime(nanoseconds: .max - 1).advanced(by: .seconds(1)).nanoseconds == .max)
    #expect(MonotonicTime(nanoseconds: 5).since(MonotonicTime(nanoseconds: 9)) == .zero)
  }
}
