import Glibc
import SkillBundle
import SkillSystem
import Synchronization
import Testing

@Suite struct DiscoveryTests {
  @Test func foldersOfAHome() {
    let home = Home(root: "/h")
    #expect(Discovery.folders(of: home, environment: [:]) == ["/h/skills"])
    #expect(
      Discovery.folders(of: home, environment: ["SKILLHOST_PATH": "/a::relative:/b:/a:/h/skills"])
        == ["/h/skills", "/a", "/b"])
  }

  @Test func nothingThere() throws {
    let temporary = try TemporaryFolder()
    let discovery = Discovery(
      folders: [temporary.file("none")], trust: TrustStore(folder: temporary.file("trust")))
    let scan = discovery.scan()
    #expect(scan.candidates.isEmpty)
    #expect(scan.problems == [])
    #expect(scan.lookAgain == nil)
  }

  @Test func aFolderThatIsAFile() throws {
    let temporary = try TemporaryFolder()
    let path = try temporary.write("x", "file")
    let scan = Discovery(folders: [path], trust: TrustStore(folder: temporary.file("trust"))).scan()
    #expect(scan.problems.map(\.message) == ["cannot open the folder \(path): Not a directory"])
  }

  @Test func orderAndPlaces() throws {
    let fixture = try BundleFixture(patterns: ["*"], signedBundle: false)
    func manifest(_ identifier: String) -> String {
      Sample.replace(Sample.authored, "weather.daily_forecast", identifier)
    }
    // Two in one bundle, one in another, one in the search folder itself, one in a second search folder.
    try fixture.write(manifest("c.two"), into: "skills/b")
    try fixture.write(manifest("c.one"), into: "skills/b")
    try fixture.write(manifest("z.last"), into: "skills/A")
    try fixture.write(manifest("d.flat"), into: "skills")
    try fixture.write(manifest("a.first"), into: "more/x")
    // Left alone: hidden folders and files, folders without manifests, folders inside bundles, other files.
    try fixture.write(manifest("e.hidden"), into: "skills/.staging")
    try fixture.write(manifest("e.deep"), into: "skills/b/inner")
    try fixture.temporary.folder("skills/empty")
    try fixture.temporary.write("text", "skills/README.md")
    try fixture.temporary.write("{}", "skills/b/.hidden.json")
    let discovery = Discovery(folders: [fixture.skills, fixture.temporary.file("more")], trust: fixture.trust)
    let scan = discovery.scan(now: fixture.later)
    #expect(scan.problems == [])
    #expect(scan.candidates.map(\.name) == ["z.last", "c.one", "c.two", "d.flat", "a.first"])
    #expect(scan.verified.count == 5)
    #expect(scan.verified.map(\.folder).map(Path.name(of:)) == ["A", "b", "b", "skills", "x"])
  }

  @Test func manyBundles() throws {
    let fixture = try BundleFixture(patterns: ["*"], signedBundle: false)
    let names = (100..<200).map { "n.skill\($0)" }
    for name in names {
      try fixture.write(Sample.replace(Sample.authored, "weather.daily_forecast", name), into: "skills/\(name)")
    }
    try fixture.temporary.write("{}", "skills/n.skill150/n.skill150.json")
    let scan = fixture.discovery().scan(now: fixture.later)
    #expect(scan.candidates.map(\.name) == names)
    #expect(scan.verified.count == 99)
    #expect(scan.candidates[50].verified == nil)
  }

  @Test func aLibraryWithoutAManifest() throws {
    let fixture = try BundleFixture()
    fixture.remove(BundleFixture.manifest)
    fixture.remove(BundleFixture.signature)
    let candidate = try fixture.candidate()
    #expect(candidate.name == "weather")
    try fixture.expectRejected("manifest_missing", "libWeather.so has no manifest beside it")
  }

  @Test func namesOfStrangersAreSafeToShow() throws {
    let fixture = try BundleFixture(signedBundle: false)
    try fixture.temporary.write("{}", "skills/\u{1b}[2J\u{202e}.json")
    #expect(try fixture.candidate().name == "\\u{1B}[2J\\u{202E}")
    try fixture.expectRejected(
      "signature_missing",
      "\\u{1B}[2J\\u{202E}.json has no signature: \\u{1B}[2J\\u{202E}.json.minisig is not there")
  }

  // MARK: Unfinished bundles

  /// Everything that a bundle looks like while it is copied in or overwritten.
  @Test(arguments: [
    (BundleFixture.signature, "remove", "signature_missing"), (BundleFixture.library, "remove", "library_missing"),
    (BundleFixture.library, "half", "library_size_mismatch"), (BundleFixture.manifest, "half", "signature_invalid"),
    (BundleFixture.manifest, "empty", "manifest_empty"), (BundleFixture.signature, "half", "signature_malformed"),
    (BundleFixture.signature, "empty", "signature_malformed"), (BundleFixture.library, "zero", "library_hash_mismatch"),
  ])
  func unfinished(file: String, how: String, code: String) throws {
    let fixture = try BundleFixture()
    let bytes = try fixture.temporary.bytes(file)
    switch how {
    case "remove": fixture.remove(file)
    case "half": try fixture.temporary.write(Array(bytes.prefix(bytes.count / 2)), file)
    case "zero": try fixture.temporary.write([UInt8](repeating: 0, count: bytes.count), file)
    default: try fixture.temporary.write([], file)
    }
    let discovery = fixture.discovery()
    let soon = discovery.scan(now: WallClock.milliseconds)
    guard case .incomplete(let error, let until) = soon.candidates.first?.outcome else {
      Issue.record("\(soon)")
      return
    }
    #expect(error.code.name == code)
    #expect(soon.lookAgain == until)
    #expect(abs(until - WallClock.milliseconds - 1_000) < 3_000)
    // Once nobody has written for two seconds, it is an error.
    let then = discovery.scan(now: until)
    guard case .rejected(let final) = then.candidates.first?.outcome else {
      Issue.record("\(then)")
      return
    }
    #expect(final == error)
    #expect(then.lookAgain == nil)
    // And when the rest comes after all, it is there.
    try fixture.temporary.write(bytes, file)
    #expect(discovery.scan(now: until).verified.count == 1)
  }

  /// What waiting cannot mend is reported at once.
  @Test func refusedAtOnce() throws {
    let fixture = try BundleFixture(patterns: ["calendar.*"])
    let scan = fixture.discovery().scan(now: WallClock.milliseconds)
    guard case .rejected(let error) = scan.candidates.first?.outcome else {
      Issue.record("\(scan)")
      return
    }
    #expect(error.code == .keyOutOfScope)
  }

  @Test func aCompleteBundleNeedsNoWaiting() throws {
    let fixture = try BundleFixture()
    #expect(fixture.discovery().scan(now: WallClock.milliseconds).verified.count == 1)
  }

  @Test func clocksThatWereSetBack() throws {
    let fixture = try BundleFixture()
    fixture.remove(BundleFixture.signature)
    // An hour before the files were written: they must not wait for an hour.
    let scan = fixture.discovery().scan(now: WallClock.milliseconds - 3_600_000)
    guard case .rejected = scan.candidates.first?.outcome else {
      Issue.record("\(scan)")
      return
    }
  }

  // MARK: Looking again

  /// Counts what is asked for and remembered.
  final class CountingCache: DigestCache {
    let memory = MemoryDigestCache()
    let asked = Atomic(0)
    let remembered = Atomic(0)

    func digest(of file: FileIdentity) -> SHA256Digest? {
      asked.add(1, ordering: .relaxed)
      return memory.digest(of: file)
    }

    func remember(_ digest: SHA256Digest, of file: FileIdentity) {
      remembered.add(1, ordering: .relaxed)
      memory.remember(digest, of: file)
    }
  }

  @Test func whatIsSettledIsNotReadTwice() throws {
    let fixture = try BundleFixture()
    let cache = CountingCache()
    let discovery = fixture.discovery(cache)
    let first = discovery.scan(now: fixture.later)
    #expect(cache.asked.load(ordering: .relaxed) == 1)
    #expect(cache.remembered.load(ordering: .relaxed) == 1)
    let second = discovery.scan(now: fixture.later)
    #expect(cache.asked.load(ordering: .relaxed) == 1)
    #expect(second.verified.map(\.manifest.digest) == first.verified.map(\.manifest.digest))
    // A new process with the same cache hashes nothing.
    #expect(fixture.discovery(cache).scan(now: fixture.later).verified.count == 1)
    #expect(cache.asked.load(ordering: .relaxed) == 2)
    #expect(cache.remembered.load(ordering: .relaxed) == 1)
  }

  @Test func whatIsFreshIsNotRemembered() throws {
    let fixture = try BundleFixture()
    let cache = CountingCache()
    let discovery = fixture.discovery(cache)
    for _ in 0..<2 { #expect(discovery.scan(now: WallClock.milliseconds).verified.count == 1) }
    #expect(cache.asked.load(ordering: .relaxed) == 2)
    #expect(cache.remembered.load(ordering: .relaxed) == 0)
  }

  @Test func changesAreSeen() throws {
    let fixture = try BundleFixture()
    let discovery = fixture.discovery()
    #expect(discovery.scan(now: fixture.later).verified.map(\.version.text) == ["1.0.0"])
    // The same size; only the kernel's times tell.
    try fixture.write(Sample.replace(Sample.authored, "\"1.0.0\"", "\"1.0.1\""))
    #expect(discovery.scan(now: fixture.later).verified.map(\.version.text) == ["1.0.1"])
    try fixture.flipByte(of: BundleFixture.library, at: 100)
    #expect(discovery.scan(now: fixture.later).verified.isEmpty)
    try fixture.flipByte(of: BundleFixture.library, at: 100)
    #expect(discovery.scan(now: fixture.later).verified.count == 1)
    #expect(rename(fixture.temporary.file(BundleFixture.bundle), fixture.temporary.file("away")) == 0)
    #expect(discovery.scan(now: fixture.later).candidates.isEmpty)
  }

  // MARK: One bundle

  @Test func verifyOne() throws {
    let fixture = try BundleFixture()
    let folder = fixture.temporary.file(BundleFixture.bundle)
    let discovery = fixture.discovery()
    let skill = try discovery.verify(folder: folder, manifest: "weather.daily_forecast.json")
    #expect(skill.identifier.text == "weather.daily_forecast")
    expectRefusal("manifest_missing", "there is no manifest other.json in \(folder)") {
      try discovery.verify(folder: folder, manifest: "other.json")
    }
    expectRefusal("manifest_missing", "there is no manifest a.json in /nowhere") {
      try discovery.verify(folder: "/nowhere", manifest: "a.json")
    }
    fixture.remove(BundleFixture.signature)
    #expect(throws: SkillError.self) { try discovery.verify(folder: folder, manifest: "weather.daily_forecast.json") }
  }
}
