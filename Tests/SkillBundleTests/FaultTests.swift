import Glibc
import SkillBundle
import SkillSystem
import Testing

/// What somebody may do to a bundle: each is refused with a code of its own, and the good bundle is accepted again.
@Suite struct FaultTests {
  @Test func nothingWrong() throws {
    let fixture = try BundleFixture()
    let skill = try fixture.verified()
    #expect(skill.identifier.text == "weather.daily_forecast")
    #expect(skill.keyID == fixture.key.keyID)
    #expect(skill.folder == fixture.temporary.file(BundleFixture.bundle))
    #expect(skill.file == "weather.daily_forecast.json")
    #expect(skill.build.file == "libWeather.so")
    #expect(skill.libraryPath == fixture.temporary.file(BundleFixture.library))
  }

  @Test func f01_manifestChanged() throws {
    let fixture = try BundleFixture()
    let size = try fixture.temporary.bytes(BundleFixture.manifest).count
    for offset in stride(from: 0, to: size, by: 61) {
      try fixture.flipByte(of: BundleFixture.manifest, at: offset)
      try fixture.expectRejected(
        "signature_invalid",
        "the signature by key \(fixture.key.keyID) does not fit these bytes: one of the two was changed")
      try fixture.flipByte(of: BundleFixture.manifest, at: offset)
    }
    #expect(try fixture.verified().version.text == "1.0.0")
  }

  @Test func f02_libraryChanged() throws {
    let fixture = try BundleFixture()
    let good = try SHA256Digest(of: fixture.temporary.bytes(BundleFixture.library))
    try fixture.flipByte(of: BundleFixture.library, at: 5_000)
    let bad = try SHA256Digest(of: fixture.temporary.bytes(BundleFixture.library))
    try fixture.expectRejected(
      "library_hash_mismatch",
      "the library libWeather.so is not the one that was signed: its SHA-256 is \(bad), the manifest says \(good)")
    let bytes = try Library.minimal()
    try fixture.temporary.write(bytes + [0], BundleFixture.library)
    try fixture.expectRejected(
      "library_size_mismatch",
      "the library libWeather.so has \(bytes.count + 1) bytes, the manifest says \(bytes.count)")
    try fixture.temporary.write(bytes, BundleFixture.library)
    #expect(try fixture.verified().version.text == "1.0.0")
  }

  @Test func f03_noSignature() throws {
    let fixture = try BundleFixture()
    fixture.remove(BundleFixture.signature)
    try fixture.expectRejected(
      "signature_missing",
      "weather.daily_forecast.json has no signature: weather.daily_forecast.json.minisig is not there")
  }

  @Test func f04_untrustedKey() throws {
    let fixture = try BundleFixture(signedBundle: false)
    let other = MinisignSecretKey.generate()
    try fixture.write(key: other)
    try fixture.expectRejected("key_untrusted", "the key \(other.keyID) that signed this is not trusted here")
    // The same id does not help.
    let impostor = Text.base64(Array("Ed".utf8) + other.keyID.bytes + fixture.key.publicKey.bytes)
    try fixture.trust.add(MinisignPublicKey(parsing: impostor), for: [.everything], origin: .pinned)
    try fixture.expectRejected(
      "signature_invalid", "the signature by key \(other.keyID) does not fit these bytes: one of the two was changed")
  }

  @Test func f05_keyOutsideItsScope() throws {
    let fixture = try BundleFixture(patterns: ["calendar.*", "weather.hourly"])
    try fixture.expectRejected(
      "key_out_of_scope",
      "the key \(fixture.key.keyID) may sign calendar.*, weather.hourly, which does not cover weather.daily_forecast")
  }

  // Fault 6, weak keys: WeakKeyTests and TrustStoreTests.weakKey.

  @Test func f07_malleatedSignature() throws {
    let fixture = try BundleFixture()
    var lines = try fixture.temporary.text(BundleFixture.signature).split(separator: "\n").map(String.init)
    var data = try #require(Text.base64(lines[1]))
    var carry = 0
    let order: [UInt8] =
      [0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14]
      + [UInt8](repeating: 0, count: 15) + [0x10]
    for index in 0..<32 {
      let sum = Int(data[42 + index]) + Int(order[index]) + carry
      data[42 + index] = UInt8(sum & 255)
      carry = sum >> 8
    }
    lines[1] = Text.base64(data)
    try fixture.temporary.write(lines.joined(separator: "\n"), BundleFixture.signature)
    try fixture.expectRejected(
      "signature_not_canonical", "the signature was altered: its number S is not below the group order")
  }

  @Test func f08_editedTrustedComment() throws {
    let fixture = try BundleFixture()
    let text = try fixture.temporary.text(BundleFixture.signature)
    try fixture.temporary.write(Sample.replace(text, " 1.0.0", " 1.0.1"), BundleFixture.signature)
    try fixture.expectRejected(
      "signature_comment_invalid", "the trusted comment of the signature was changed after signing")
  }

  /// A genuine signature that was made for another skill, another version, or with minisign's own comment.
  @Test(arguments: [
    "skillhost weather.daily_forecast 1.0.1", "skillhost weather.hourly 1.0.0",
    "skillhost weather.daily_forecast 1.0.0 ", "timestamp:1\tfile:x", "",
  ])
  func f08_otherTrustedComment(comment: String) throws {
    let fixture = try BundleFixture()
    try fixture.sign(raw: fixture.temporary.bytes(BundleFixture.manifest), comment: comment)
    try fixture.expectRejected(
      "signature_comment_mismatch",
      "the signature is for \(Quoted.text(comment)), the manifest is \"skillhost weather.daily_forecast 1.0.0\"")
  }

  @Test func f09_legacySignature() throws {
    let fixture = try BundleFixture()
    fixture.remove(BundleFixture.signature)
    try fixture.temporary.write(fixture.key.fileText, "key")
    let signed = try Program.run(
      "minisign",
      [
        "-S", "-l", "-s", fixture.temporary.file("key"), "-m", fixture.temporary.file(BundleFixture.manifest), "-t",
        "skillhost weather.daily_forecast 1.0.0",
      ], package: "minisign")
    try #require(signed.status == 0, "\(signed.output)")
    try fixture.expectRejected(
      "signature_legacy", "the signature is of minisign's legacy kind, which signs the file instead of its hash")
  }

  @Test func f10_duplicateKey() throws {
    let fixture = try BundleFixture()
    let text = try fixture.temporary.text(BundleFixture.manifest)
    let doubled = Sample.replace(text, "\"readOnly\": true", "\"readOnly\": false, \"readOnly\": true")
    try fixture.sign(raw: Array(doubled.utf8))
    try fixture.expectRejected(
      "manifest_duplicate_key",
      "line 24, column 38, /annotations/readOnly: the key is there twice, and readers would disagree on it")
  }

  @Test func f11_nested() throws {
    let fixture = try BundleFixture()
    try fixture.sign(raw: [UInt8](repeating: UInt8(ascii: "["), count: 100_000))
    try fixture.expectRejected("manifest_too_deep", "line 1, column 33: containers are nested more than 32 deep")
  }

  @Test(arguments: ["\\u0000", "\\u202e", "\\u001b[2J", "\u{202e}"]) func f12_charactersInNames(text: String) throws {
    let fixture = try BundleFixture()
    let manifest = try fixture.temporary.text(BundleFixture.manifest)
    try fixture.sign(raw: Array(Sample.replace(manifest, "Weather forecast", text).utf8))
    let name = ["\\u0000": "0", "\\u001b[2J": "1B"][text] ?? "202E"
    try fixture.expectRejected(
      "manifest_encoding",
      "line 4, column 18, /displayName: the text holds the character \\u{\(name)}, which is not allowed")
  }

  @Test func f12_badUTF8() throws {
    let fixture = try BundleFixture()
    var bytes = try fixture.temporary.bytes(BundleFixture.manifest)
    let place = try #require(bytes.firstRange(of: Array("Weather".utf8))).lowerBound
    bytes[place] = 0xff
    try fixture.sign(raw: bytes)
    try fixture.expectRejected("manifest_encoding", "line 4, column 19: the bytes are not valid UTF-8")
  }

  @Test(arguments: [
    (
      "18446744073709551616", "manifest_invalid_field",
      "must be a whole number from 1 to 600000, not 18446744073709551616"
    ),
    ("-1", "manifest_invalid_field", "must be a whole number from 1 to 600000, not -1"),
    ("1e400", "manifest_number_invalid", "the number \"1e400\" is too large for a 64-bit floating-point number"),
  ])
  func f13_numbers(number: String, code: String, reason: String) throws {
    let fixture = try BundleFixture()
    let manifest = try fixture.temporary.text(BundleFixture.manifest)
    try fixture.sign(raw: Array(Sample.replace(manifest, "10000", number).utf8))
    try fixture.expectRejected(code, "line 23, column 27, /limits/timeoutMs: \(reason)")
  }

  @Test func f14_emptyManifest() throws {
    let fixture = try BundleFixture()
    try fixture.sign(raw: [])
    try fixture.expectRejected("manifest_empty", "the manifest is empty")
  }

  @Test func f14_hugeManifest() throws {
    let fixture = try BundleFixture()
    // Sparse: a gibibyte that takes no room, and no time either unless somebody reads it.
    #expect(truncate(fixture.temporary.file(BundleFixture.manifest), 1 << 30) == 0)
    try fixture.expectRejected("manifest_too_large", "the manifest has 1073741824 bytes; at most 262144 are read")
  }

  @Test(arguments: [
    ("../libWeather.so", "holds a slash"), ("/tmp/libWeather.so", "holds a slash"), ("..", "begins with a dot"),
    (".libWeather.so", "begins with a dot"), ("", "is empty"), ("-lWeather", "begins with a dash"),
    ("a\\u0000b", "holds a character that is not allowed in names"), ("a\\\\b", "holds a backslash"),
    (String(repeating: "a", count: 129), "has more than 128 bytes"),
  ])
  func f15_libraryElsewhere(name: String, reason: String) throws {
    let fixture = try BundleFixture()
    let manifest = try fixture.temporary.text(BundleFixture.manifest)
    try fixture.sign(raw: Array(Sample.replace(manifest, "\"libWeather.so\"", "\"\(name)\"").utf8))
    let error = try #require(throws: SkillError.self) {
      if case .rejected(let error) = try fixture.candidate().outcome { throw error }
    }
    #expect(error.code == .libraryPathUnsafe)
    #expect(error.message.contains(", /library/builds/0/file: "))
    #expect(error.message.hasSuffix("\" \(reason)"))
  }

  @Test func f15_symlinkedLibrary() throws {
    let fixture = try BundleFixture()
    try fixture.temporary.write(Library.minimal(), "skills/weather/elsewhere")
    fixture.remove(BundleFixture.library)
    #expect(symlink("elsewhere", fixture.temporary.file(BundleFixture.library)) == 0)
    try fixture.expectRejected("library_not_regular", "libWeather.so cannot be used: it is a symbolic link")
    fixture.remove(BundleFixture.library)
    try fixture.expectRejected("library_missing", "the library libWeather.so is not in the bundle")
  }

  /// Faults 15 and 16 for all three files and for the bundle itself.
  @Test(
    arguments: [BundleFixture.manifest, BundleFixture.signature, BundleFixture.library],
    [
      ("link", "it is a symbolic link"), ("pipe", "it is a pipe"), ("folder", "it is a folder"),
      ("socket", "it is a socket or a device"),
    ])
  func f16_notARegularFile(file: String, kind: (String, String)) throws {
    let fixture = try BundleFixture()
    let path = fixture.temporary.file(file)
    #expect(rename(path, fixture.temporary.file("elsewhere")) == 0)
    switch kind.0 {
    case "link": #expect(symlink(fixture.temporary.file("elsewhere"), path) == 0)
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    default: #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    }
    let code =
      [BundleFixture.manifest: "manifest", BundleFixture.signature: "signature", BundleFixture.library: "library"][file]
    try fixture.expectRejected(
      "\(code ?? "")_not_regular", "\(Path.name(of: file)) cannot be used: \(kind.1)")
  }

  @Test func f16_device() throws {
    let fixture = try BundleFixture()
    fixture.remove(BundleFixture.library)
    let made = mknod(fixture.temporary.file(BundleFixture.library), S_IFCHR | 0o600, 0x0103)
    // Only root can make a device, and not in every container.
    guard made == 0 else { return #expect(errno == EPERM || errno == EACCES) }
    let error = try #require(throws: SkillError.self) {
      if case .rejected(let error) = try fixture.candidate().outcome { throw error }
    }
    #expect(error.code == .libraryNotRegular)
  }

  @Test func symlinkedBundle() throws {
    let fixture = try BundleFixture(signedBundle: false)
    try fixture.write(into: "elsewhere")
    #expect(symlink("../elsewhere", fixture.temporary.file(BundleFixture.bundle)) == 0)
    try fixture.expectRejected(
      "bundle_not_folder",
      "\(fixture.temporary.file(BundleFixture.bundle)) cannot be used as a bundle: it is a symbolic link")
  }

  @Test func otherArchitecture() throws {
    let fixture = try BundleFixture()
    try fixture.expectRejected(
      "library_wrong_architecture",
      "the skill is built for \(Platform.current), this machine is linux/sparc",
      platform: Platform(os: "linux", arch: "sparc"))
  }

  /// The manifest says this machine, the library's own header says another.
  @Test func lyingArchitecture() throws {
    let fixture = try BundleFixture()
    var bytes = try Library.minimal()
    bytes[18] = Platform.current.arch == "aarch64" ? 62 : 183
    bytes[19] = 0
    try fixture.temporary.write(bytes, BundleFixture.library)
    let old = try SHA256Digest(of: Library.minimal()).hex
    let manifest = try fixture.temporary.text(BundleFixture.manifest)
    try fixture.sign(raw: Array(Sample.replace(manifest, old, SHA256Digest(of: bytes).hex).utf8))
    let other = Platform.current.arch == "aarch64" ? "x86_64" : "aarch64"
    try fixture.expectRejected(
      "library_wrong_architecture", "the library is built for \(other), this machine is \(Platform.current.arch)")
  }

  @Test func revokedKey() throws {
    let fixture = try BundleFixture()
    let discovery = fixture.discovery()
    #expect(discovery.scan(now: fixture.later).verified.count == 1)
    try fixture.trust.revoke(fixture.key.keyID)
    // What an earlier scan verified does not outlive the trust in its key.
    let scan = discovery.scan(now: fixture.later)
    guard case .rejected(let error) = scan.candidates.first?.outcome else {
      Issue.record("\(scan)")
      return
    }
    expectRefusal("key_revoked", "the key \(fixture.key.keyID) that signed this was revoked here") { throw error }
  }

  @Test func misnamedManifest() throws {
    let fixture = try BundleFixture()
    for suffix in ["", ".minisig"] {
      #expect(
        rename(
          fixture.temporary.file(BundleFixture.manifest + suffix),
          fixture.temporary.file("skills/weather/weather.hourly.json" + suffix)) == 0)
    }
    try fixture.expectRejected(
      "manifest_name_mismatch", "weather.hourly.json is the manifest of weather.daily_forecast")
  }

  @Test func unsafeTrustFolder() throws {
    let fixture = try BundleFixture()
    #expect(chmod(fixture.trust.folder, 0o777) == 0)
    let scan = fixture.discovery().scan(now: fixture.later)
    #expect(scan.problems.map(\.code) == [.trustFolderUnsafe])
    guard case .rejected(let error) = scan.candidates.first?.outcome else {
      Issue.record("\(scan)")
      return
    }
    #expect(error.code == .trustFolderUnsafe)
  }
}
