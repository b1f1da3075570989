import Glibc
import SkillBundle
import SkillSystem
import Testing

/// A home with a trusted key and one good bundle, to be spoiled by a test.
struct BundleFixture {
  let temporary: TemporaryFolder
  let key = MinisignSecretKey.generate()
  let trust: TrustStore
  let skills: String
  /// Long after the last file was written: nothing is taken for unfinished.
  let later = WallClock.milliseconds + 60_000

  static let bundle = "skills/weather"
  static let manifest = "skills/weather/weather.daily_forecast.json"
  static let signature = "skills/weather/weather.daily_forecast.json.minisig"
  static let library = "skills/weather/libWeather.so"

  init(patterns: [String] = ["weather.*"], signedBundle: Bool = true) throws {
    temporary = try TemporaryFolder()
    trust = TrustStore(folder: temporary.file("trust"))
    skills = try temporary.folder("skills")
    try trust.add(key.publicKey, for: patterns.map { try IdentifierPattern($0) }, origin: .pinned)
    if signedBundle { try write() }
  }

  /// Writes a bundle as `skillhost sign` does.
  func write(
    _ manifest: String = Sample.authored, library: [UInt8]? = nil, key: MinisignSecretKey? = nil,
    into bundle: String = bundle
  ) throws {
    try Signer.writeBundle(
      manifests: [Array(manifest.utf8)],
      libraries: [LibraryFile(name: "libWeather.so", bytes: library ?? Library.minimal())], key: key ?? self.key,
      into: temporary.file(bundle))
  }

  /// Signs bytes that the signer itself would refuse, and puts them in place of the manifest.
  func sign(
    raw bytes: [UInt8], comment: String = "skillhost weather.daily_forecast 1.0.0", with key: MinisignSecretKey? = nil
  ) throws {
    try temporary.write(bytes, Self.manifest)
    try temporary.write((key ?? self.key).sign(bytes, trustedComment: comment).fileText, Self.signature)
  }

  func discovery(_ digests: any DigestCache = MemoryDigestCache(), platform: Platform = .current) -> Discovery {
    Discovery(folders: [skills], trust: trust, digests: digests, platform: platform)
  }

  /// The one candidate of a fresh scan.
  func candidate(
    now: Int64? = nil, platform: Platform = .current, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Candidate {
    let scan = discovery(platform: platform).scan(now: now ?? later)
    #expect(scan.problems == [], sourceLocation: sourceLocation)
    #expect(scan.candidates.count == 1, sourceLocation: sourceLocation)
    return try #require(scan.candidates.first, sourceLocation: sourceLocation)
  }

  /// The one candidate must be refused with this code and message.
  func expectRejected(
    _ code: String, _ message: String, platform: Platform = .current,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let candidate = try candidate(platform: platform, sourceLocation: sourceLocation)
    guard case .rejected(let error) = candidate.outcome else {
      Issue.record("not refused: \(candidate)", sourceLocation: sourceLocation)
      return
    }
    expectRefusal(code, message, sourceLocation: sourceLocation) { throw error }
  }

  func verified(sourceLocation: SourceLocation = #_sourceLocation) throws -> VerifiedSkill {
    let candidate = try candidate(sourceLocation: sourceLocation)
    return try #require(candidate.verified, "\(candidate.outcome)", sourceLocation: sourceLocation)
  }

  func flipByte(of name: String, at offset: Int) throws {
    var bytes = try temporary.bytes(name)
    bytes[offset] ^= 1
    try temporary.write(bytes, name)
  }

  func remove(_ name: String) { #expect(unlink(temporary.file(name)) == 0) }
}
