import Glibc
import SkillBundle
import SkillSystem
import Testing

@Suite struct TrustStoreTests {
  let temporary: TemporaryFolder
  let store: TrustStore
  let key = MinisignSecretKey.generate().publicKey
  let weather: IdentifierPattern
  /// 2026-01-31T09:30:00Z.
  let time: Int64 = 1_769_851_800_000

  init() throws {
    temporary = try TemporaryFolder()
    store = TrustStore(folder: temporary.file("trust"))
    weather = try IdentifierPattern("weather.*")
  }

  var keyFile: String { "trust/\(key.keyID).json" }

  func mode(_ path: String) -> mode_t {
    var status = stat()
    #expect(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test func startsEmpty() throws {
    #expect(try store.snapshot() == TrustSnapshot([]))
    #expect(try store.lookup(key.keyID) == nil)
    expectRefusal("key_untrusted", "the key \(key.keyID) that signed this is not trusted here") {
      try store.snapshot().key(for: key.keyID)
    }
  }

  @Test func add() throws {
    try store.add(key, for: [weather], origin: .pinned, at: time)
    let entry = TrustedKey(
      publicKey: key, patterns: [weather], origin: .pinned, added: "2026-01-31T09:30:00.000Z")
    #expect(try store.lookup(key.keyID) == entry)
    #expect(try store.snapshot() == TrustSnapshot([entry]))
    #expect(try store.snapshot().key(for: key.keyID) == entry)
    #expect(
      try temporary.text(keyFile) == """
        {
          "publicKey": "\(key.line)",
          "identifiers": [
            "weather.*"
          ],
          "origin": "pinned",
          "added": "2026-01-31T09:30:00.000Z",
          "revoked": false
        }

        """)
    #expect(mode(store.folder) == 0o700)
    #expect(mode(temporary.file(keyFile)) == 0o600)
  }

  @Test func scope() throws {
    let entry = try store.add(key, for: [weather], origin: .pinned)
    try entry.requireScope(SkillIdentifier("weather.daily_forecast"))
    expectRefusal(
      "key_out_of_scope", "the key \(key.keyID) may sign weather.*, which does not cover calendar.events"
    ) { try entry.requireScope(SkillIdentifier("calendar.events")) }
  }

  @Test func addAgainWidensTheScopeOnly() throws {
    try store.add(key, for: [weather], origin: .firstUse, at: time)
    let other = try IdentifierPattern("calendar.events")
    let entry = try store.add(key, for: [other, weather], origin: .pinned, at: time + 1)
    #expect(entry.patterns == [weather, other])
    #expect(entry.origin == .firstUse)
    #expect(entry.added == "2026-01-31T09:30:00.000Z")
  }

  @Test func nothingToSign() {
    expectRefusal("pattern_invalid", "nothing says which skills the key \(key.keyID) may sign") {
      try store.add(key, for: [], origin: .pinned)
    }
  }

  @Test func revoke() throws {
    try store.add(key, for: [weather], origin: .pinned)
    #expect(try store.revoke(key.keyID).isRevoked)
    expectRefusal("key_revoked", "the key \(key.keyID) that signed this was revoked here") {
      try store.snapshot().key(for: key.keyID)
    }
    expectRefusal("key_revoked", "the key \(key.keyID) was revoked here") {
      try store.add(key, for: [weather], origin: .pinned)
    }
    // Twice is the same.
    #expect(try store.revoke(key.keyID).isRevoked)
    try store.remove(key.keyID)
    #expect(try store.add(key, for: [weather], origin: .pinned).isRevoked == false)
  }

  @Test func remove() throws {
    try store.add(key, for: [weather], origin: .pinned)
    try store.remove(key.keyID)
    #expect(try store.lookup(key.keyID) == nil)
    for change in [{ _ = try store.revoke(key.keyID) }, { try store.remove(key.keyID) }] {
      expectRefusal("key_not_found", "there is no key \(key.keyID) in the trust store") { try change() }
    }
  }

  @Test func anotherKeyWithTheSameID() throws {
    try store.add(key, for: [weather], origin: .pinned)
    let other = try MinisignPublicKey(
      parsing: Text.base64(Array("Ed".utf8) + key.keyID.bytes + MinisignSecretKey.generate().publicKey.bytes))
    expectRefusal(
      "key_id_conflict",
      "another key with the id \(key.keyID) is trusted here; its fingerprint is \(key.fingerprint)"
    ) { try store.add(other, for: [weather], origin: .firstUse) }
    #expect(try store.lookup(key.keyID)?.publicKey == key)
  }

  @Test func listIsSorted() throws {
    let keys = (0..<5).map { _ in MinisignSecretKey.generate().publicKey }
    for key in keys { try store.add(key, for: [.everything], origin: .rotated) }
    #expect(try store.list().keys.map(\.keyID.text) == keys.map(\.keyID.text).sorted())
  }

  /// What is written in place of the file, and the refusal.
  @Test(arguments: [
    ("", "line 1, column 1: expected a value, found the end of the text"),
    ("{}", "line 1, column 1: the field publicKey is missing"),
    ("[]", "line 1, column 1: must be an object, not an array"),
    ("{\"origin\": 1, \"origin\": 2}", "line 1, column 15: the key \"origin\" is there twice"),
    (
      "{\"publicKey\": \"RW\", \"identifiers\": [], \"origin\": \"\", \"added\": \"\", \"revoked\": 0}",
      "line 1, column 15, /publicKey: this is not a minisign public key: the key is not base64"
    ),
    ("{\"trusted\": true}", "line 1, column 2, /trusted: there is no such field"),
  ])
  func damagedFiles(text: String, reason: String) throws {
    try store.add(key, for: [weather], origin: .pinned)
    let good = MinisignSecretKey.generate().publicKey
    try store.add(good, for: [weather], origin: .pinned)
    try temporary.write(text, keyFile)
    let message = "\(temporary.file(keyFile)): \(reason)"
    expectRefusal("trust_file_invalid", message) { try store.lookup(key.keyID) }
    // The damage is reported, says nothing, and takes nothing else with it.
    let list = try store.list()
    #expect(list.keys.map(\.publicKey) == [good])
    #expect(list.problems.map(\.message) == [message])
    expectRefusal("trust_file_invalid", message) { try store.add(key, for: [weather], origin: .pinned) }
    try store.remove(key.keyID)
    #expect(try store.list().problems == [])
  }

  @Test(arguments: [
    ("\"weather.*\"", "\"weather\"", "identifiers/0: \"weather\" does not say which skills a key may sign"),
    ("[\n    \"weather.*\"\n  ]", "[]", "identifiers: must name at least one skill"),
    (
      "pinned", "found",
      "origin: must be \"pinned\" or \"first-use\" or \"rotated\" or \"local\", not \"found\""
    ),
    ("false", "\"no\"", "revoked: must be true or false, not \"no\""),
  ])
  func damagedFields(part: String, other: String, reason: String) throws {
    try store.add(key, for: [weather], origin: .pinned)
    try temporary.write(Sample.replace(temporary.text(keyFile), part, other), keyFile)
    let problems = try store.list().problems
    #expect(problems.map(\.code) == [.trustFileInvalid])
    #expect(problems.first?.message.hasSuffix(", /\(reason)") == true, "\(problems)")
  }

  @Test func misnamedFile() throws {
    try store.add(key, for: [weather], origin: .pinned)
    try temporary.write(temporary.bytes(keyFile), "trust/0000000000000001.json")
    #expect(
      try store.list().problems.map(\.message) == [
        "\(store.folder)/0000000000000001.json: the file holds the key \(key.keyID) and must be named \(key.keyID).json"
      ])
  }

  /// Fault 6 again: a weak key that was put there by hand.
  @Test func weakKey() throws {
    try store.add(key, for: [weather], origin: .pinned)
    let weak = Text.base64(Array("Ed".utf8) + key.keyID.bytes + [1] + [UInt8](repeating: 0, count: 31))
    try temporary.write(Sample.replace(temporary.text(keyFile), key.line, weak), keyFile)
    #expect(try store.list().problems.map(\.code) == [.keyWeak])
    #expect(try store.list().keys == [])
  }

  @Test func filesThatOthersCanWrite() throws {
    try store.add(key, for: [weather], origin: .pinned)
    #expect(chmod(temporary.file(keyFile), 0o622) == 0)
    #expect(
      try store.list().problems.map(\.message) == [
        "\(temporary.file(keyFile)): others than its owner can write to it (chmod 600)"
      ])
    expectRefusal(
      "trust_file_unsafe", "\(temporary.file(keyFile)): others than its owner can write to it (chmod 600)"
    ) { try store.lookup(key.keyID) }
    #expect(chmod(store.folder, 0o770) == 0)
    expectRefusal(
      "trust_folder_unsafe", "others than its owner can write to the trust folder \(store.folder)"
    ) { try store.snapshot() }
  }

  @Test(arguments: ["symlink", "fifo", "folder"]) func notARegularFile(kind: String) throws {
    try store.add(key, for: [weather], origin: .pinned)
    let path = temporary.file(keyFile)
    #expect(rename(path, temporary.file("elsewhere")) == 0)
    switch kind {
    case "symlink": #expect(symlink(temporary.file("elsewhere"), path) == 0)
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    default: #expect(mkdir(path, 0o700) == 0)
    }
    #expect(try store.list().keys == [])
    #expect(try store.list().problems.map(\.code) == [.trustFileUnsafe])
  }

  @Test func localKey() throws {
    let secret = try store.localKey(at: time)
    #expect(
      try store.lookup(secret.keyID)
        == TrustedKey(
          publicKey: secret.publicKey, patterns: [.everything], origin: .local, added: "2026-01-31T09:30:00.000Z"))
    #expect(mode(store.localKeyPath) == 0o600)
    // The same one from then on.
    #expect(try store.localKey().publicKey == secret.publicKey)
    #expect(try store.list().keys.count == 1)
    // Its trust comes back if only its file was removed.
    try store.remove(secret.keyID)
    #expect(try store.localKey().publicKey == secret.publicKey)
    #expect(try store.lookup(secret.keyID) != nil)
    try store.revoke(secret.keyID)
    expectRefusal("key_revoked", "this home's own key \(secret.keyID) was revoked") { try store.localKey() }
    #expect(unlink(store.localKeyPath) == 0)
    #expect(try store.localKey().publicKey != secret.publicKey)
  }

  @Test func localKeyThatOthersCanRead() throws {
    _ = try store.localKey()
    #expect(chmod(store.localKeyPath, 0o640) == 0)
    expectRefusal(
      "trust_file_unsafe", "\(store.localKeyPath): others than its owner can read it (chmod 600)"
    ) { try store.localKey() }
  }

  @Test func localKeyThatIsDamaged() throws {
    _ = try store.localKey()
    try temporary.write("nothing", "trust/local.key")
    expectRefusal(
      "key_malformed",
      "\(store.localKeyPath): this is not a minisign secret key: expected an `untrusted comment:` line and one line of "
        + "base64"
    ) { try store.localKey() }
  }

  @Test func manyAtOnceMakeOneLocalKey() async throws {
    let store = store
    let keys = try await withThrowingTaskGroup(of: MinisignPublicKey.self) { group in
      for _ in 0..<8 { group.addTask { try store.localKey().publicKey } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }
}
