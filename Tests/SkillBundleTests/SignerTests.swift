import Glibc
import SkillBundle
import SkillJSON
import SkillSystem
import Testing

@Suite struct SignerTests {
  let temporary: TemporaryFolder
  let key = MinisignSecretKey.generate()
  let library: LibraryFile

  init() throws {
    temporary = try TemporaryFolder()
    library = try LibraryFile(name: "libWeather.so", bytes: Library.minimal())
  }

  var build: String {
    "{\"os\":\"linux\",\"arch\":\"\(Platform.current.arch)\",\"file\":\"libWeather.so\",\"size\":\(library.bytes.count),"
      + "\"sha256\":\"\(SHA256Digest(of: library.bytes).hex)\"}"
  }

  func complete(_ text: String) throws -> String {
    String(decoding: try ManifestCompletion.complete(Array(text.utf8), builds: [library.build]).bytes, as: UTF8.self)
  }

  @Test func theAuthorsTextStaysAsItIs() throws {
    #expect(
      try complete(Sample.authored)
        == Sample.replace(
          Sample.authored, "{\"anything\": [1]}",
          """
          {"anything": [1]},
            "library": {
              "abi": 1,
              "builds": [
                \(build)
              ]
            }
          """))
  }

  @Test func otherLayouts() throws {
    let head =
      "\"manifestVersion\": 1, \"identifier\": \"a.b\", \"displayName\": \"A\", \"version\": \"0.1.0\", \"publisher\": \"P\", "
      + "\"description\": \"D\", \"inputSchema\": {\"type\": \"object\"}"
    #expect(try complete("{\(head)}") == "{\(head),\"library\": {\"abi\": 1, \"builds\": [\(build)]}}")
    #expect(try complete("{ \(head) }\n") == "{ \(head), \"library\": {\"abi\": 1, \"builds\": [\(build)]} }\n")
    #expect(
      try complete("{\r\n\t\(head)\r\n}")
        == "{\r\n\t\(head),\r\n\t\"library\": {\r\n\t\t\"abi\": 1,\r\n\t\t\"builds\": [\r\n\t\t\t\(build)\r\n\t\t]\r\n\t}\r\n}"
    )
  }

  @Test func anOlderLibraryIsReplacedInPlace() throws {
    let old = Sample.installed(file: "libOld.so", size: 3)
    let new = try complete(old)
    let parts = old.split(separator: "\"library\": ", omittingEmptySubsequences: false)
    #expect(new.hasPrefix(parts[0] + "\"library\": {\n    \"abi\": 1,"))
    #expect(new.hasSuffix(",\n  \"result\"" + old.split(separator: "\"result\"", omittingEmptySubsequences: false)[1]))
    #expect(try complete(new) == new)
  }

  @Test func severalPlatforms() throws {
    var bytes = try Library.minimal()
    bytes[18] = Platform.current.arch == "aarch64" ? 62 : 183
    bytes[19] = 0
    let other = try LibraryFile(name: "libWeather-other.so", bytes: bytes)
    let manifest = try ManifestCompletion.complete(Array(Sample.authored.utf8), builds: [library.build, other.build])
    #expect(
      manifest.library?.builds.map(\.platform.arch)
        == [Platform.current.arch, Platform.current.arch == "aarch64" ? "x86_64" : "aarch64"])
    expectRefusal(
      "manifest_invalid_field", "line 29, column 15, /library/builds: names two builds for one platform"
    ) { try ManifestCompletion.complete(Array(Sample.authored.utf8), builds: [library.build, library.build]) }
  }

  @Test func writesABundle() throws {
    let folder = temporary.file("skills/weather")
    let second = Sample.replace(Sample.authored, "weather.daily_forecast", "weather.hourly")
    let signed = try Signer.writeBundle(
      manifests: [Array(Sample.authored.utf8), Array(second.utf8)], libraries: [library], key: key, into: folder)
    #expect(signed.map(\.manifest.identifier.text) == ["weather.daily_forecast", "weather.hourly"])
    for one in signed {
      let name = "skills/weather/\(one.manifest.identifier).json"
      #expect(try temporary.bytes(name) == one.manifest.bytes)
      let signature = try MinisignSignature(parsing: temporary.bytes(name + ".minisig"))
      try signature.verify(one.manifest.bytes, with: key.publicKey)
      #expect(signature.trustedComment == "skillhost \(one.manifest.identifier) 1.0.0")
      // The minisign program agrees.
      let outcome = try Program.run(
        "minisign", ["-V", "-P", key.publicKey.line, "-m", temporary.file(name)], package: "minisign")
      #expect(outcome.status == 0, "\(outcome.output)")
    }
    #expect(try temporary.bytes("skills/weather/libWeather.so") == library.bytes)
    let names = try Program.run("ls", ["-A", folder], package: "coreutils").output
    #expect(
      names == """
        libWeather.so
        weather.daily_forecast.json
        weather.daily_forecast.json.minisig
        weather.hourly.json
        weather.hourly.json.minisig

        """)
  }

  @Test func sameLibraryIsNotWrittenAgain() throws {
    func identity() throws -> ino_t {
      var status = stat()
      try #require(stat(temporary.file("b/libWeather.so"), &status) == 0)
      return status.st_ino
    }
    func write(_ library: LibraryFile) throws {
      try Signer.writeBundle(
        manifests: [Array(Sample.authored.utf8)], libraries: [library], key: key, into: temporary.file("b"))
    }
    try write(library)
    let before = try identity()
    try write(library)
    #expect(try identity() == before)
    try temporary.write([1], "b/libWeather.so")
    try write(library)
    #expect(try temporary.bytes("b/libWeather.so") == library.bytes)
  }

  @Test func inPlace() throws {
    try Signer.writeBundle(
      manifests: [Array(Sample.authored.utf8)], libraries: [library], key: key, into: temporary.file("b"))
    // The author builds again and signs again, with another key.
    let newer = try Library.build(Library.source + "\n/* newer */ static int unused __attribute__((used)) = 7;\n")
    try temporary.write(newer, "b/libWeather.so")
    let other = MinisignSecretKey.generate()
    let signed = try Signer.signInPlace(manifest: temporary.file("b/weather.daily_forecast.json"), key: other)
    #expect(signed.manifest.library?.builds.map(\.sha256) == [SHA256Digest(of: newer)])
    #expect(try temporary.bytes("b/weather.daily_forecast.json") == signed.manifest.bytes)
    try MinisignSignature(parsing: temporary.bytes("b/weather.daily_forecast.json.minisig"))
      .verify(signed.manifest.bytes, with: other.publicKey)
  }

  @Test func inPlaceWithoutALibrary() throws {
    let path = try temporary.write(Sample.authored, "weather.daily_forecast.json")
    expectRefusal("library_missing", "\(path) names no library yet") {
      try Signer.signInPlace(manifest: path, key: key)
    }
    try temporary.write(Sample.installed(), "weather.daily_forecast.json")
    expectRefusal("library_missing", "there is no library \(temporary.file("libWeather.so"))") {
      try Signer.signInPlace(manifest: path, key: key)
    }
    expectRefusal("manifest_missing", "there is no manifest \(temporary.file("none.json"))") {
      try Signer.signInPlace(manifest: temporary.file("none.json"), key: key)
    }
  }

  @Test func whatNoRunnerLoadsIsNotSigned() throws {
    expectRefusal(
      "library_not_elf", "the library is not a shared library: it does not begin as an ELF file does"
    ) { try LibraryFile(path: temporary.write("text", "libText.so")) }
    expectRefusal("library_entry_missing", "the library does not export skill_entry_v1") {
      try LibraryFile(name: "libNone.so", bytes: Library.build("int other(void) { return 1; }"))
    }
    expectRefusal("library_path_unsafe", "\".hidden.so\" begins with a dot") {
      try LibraryFile(name: ".hidden.so", bytes: Library.minimal())
    }
    var bytes = try Library.minimal()
    bytes[18] = 0x2b
    bytes[19] = 0
    expectRefusal(
      "library_wrong_architecture",
      "the library is built for machine 43 (64-bit, little-endian), which no skillhost runs on"
    ) { try LibraryFile(name: "libSparc.so", bytes: bytes) }
    expectRefusal("library_not_regular", "libFolder.so cannot be used: it is a folder") {
      try LibraryFile(path: temporary.folder("libFolder.so"))
    }
  }

  @Test func aBadManifestIsNotSigned() throws {
    expectRefusal("manifest_missing_field", "line 1, column 1: the field manifestVersion is missing") {
      try Signer.writeBundle(
        manifests: [Array("{\"x-a\": 1}".utf8)], libraries: [library], key: key, into: temporary.file("b"))
    }
    // Nothing was written.
    #expect(access(temporary.file("b"), F_OK) != 0)
  }

  /// However far writing came, a scan sees the old skill, the new one, or something unfinished: never a wrong one.
  @Test func everyStateOnTheWay() throws {
    let fixture = try BundleFixture()
    let discovery = fixture.discovery()
    let old = try ["libWeather.so", "weather.daily_forecast.json", "weather.daily_forecast.json.minisig"].map {
      ($0, try fixture.temporary.bytes("\(BundleFixture.bundle)/\($0)"))
    }
    let newer = try Library.build(Library.source + "\nstatic int unused __attribute__((used)) = 7;\n")
    try fixture.write(Sample.replace(Sample.authored, "\"1.0.0\"", "\"1.1.0\""), library: newer)
    let new = try old.map { ($0.0, try fixture.temporary.bytes("\(BundleFixture.bundle)/\($0.0)")) }
    for written in 0...3 {
      for (name, bytes) in new.prefix(written) + old.dropFirst(written) {
        try fixture.temporary.write(bytes, "\(BundleFixture.bundle)/\(name)")
      }
      let candidate = try #require(discovery.scan(now: WallClock.milliseconds).candidates.first)
      switch written {
      case 0: #expect(candidate.verified?.version.text == "1.0.0")
      case 3: #expect(candidate.verified?.version.text == "1.1.0")
      default:
        guard case .incomplete = candidate.outcome else {
          Issue.record("after \(written) files: \(candidate)")
          continue
        }
      }
    }
  }
}
