import SkillBundle
import SkillSystem
import Testing

@Suite struct MinisignTests {
  static let key = MinisignSecretKey.generate()
  static let manifest = Array("{\"identifier\": \"a.b\"}".utf8)
  static let comment = "skillhost a.b 1.0.0"

  /// One signature with its four parts open to changes.
  struct Parts {
    var untrusted = "untrusted comment: x"
    var data: [UInt8]
    var trusted = "trusted comment: \(comment)"
    var global: [UInt8]

    init() throws {
      let text = key.sign(manifest, trustedComment: comment).fileText
      let lines = text.split(separator: "\n").map(String.init)
      data = try #require(Text.base64(lines[1]))
      global = try #require(Text.base64(lines[3]))
    }

    var bytes: [UInt8] {
      Array("\(untrusted)\n\(Text.base64(data))\n\(trusted)\n\(Text.base64(global))\n".utf8)
    }

    func verify(_ message: [UInt8] = manifest) throws {
      try MinisignSignature(parsing: bytes).verify(message, with: key.publicKey)
    }
  }

  @Test func roundTrip() throws {
    let signature = Self.key.sign(Self.manifest, trustedComment: Self.comment)
    let read = try MinisignSignature(parsing: Array(signature.fileText.utf8))
    #expect(read == signature)
    #expect(read.trustedComment == Self.comment)
    #expect(read.keyID == Self.key.keyID)
    try read.verify(Self.manifest, with: Self.key.publicKey)
    // The last line end is optional.
    #expect(try MinisignSignature(parsing: Array(signature.fileText.utf8.dropLast())) == signature)
  }

  @Test func keysRoundTrip() throws {
    let publicKey = Self.key.publicKey
    #expect(try MinisignPublicKey(parsing: publicKey.fileText) == publicKey)
    #expect(try MinisignPublicKey(parsing: publicKey.line) == publicKey)
    #expect(try MinisignPublicKey(parsing: "  \(publicKey.line)\r\n") == publicKey)
    #expect(try MinisignSecretKey(parsing: Self.key.fileText).publicKey == publicKey)
    #expect(MinisignKeyID(text: publicKey.keyID.text) == publicKey.keyID)
    #expect(MinisignKeyID(text: publicKey.keyID.text.lowercased()) == publicKey.keyID)
  }

  @Test func everyKeyIsNew() {
    #expect(MinisignSecretKey.generate().publicKey.bytes != MinisignSecretKey.generate().publicKey.bytes)
  }

  @Test func texts() throws {
    // The key of minisign's own documentation.
    let key = try MinisignPublicKey(parsing: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3")
    #expect(key.keyID.text == "E7620F1842B4E81F")
    #expect(key.fingerprint == "FAA2 09AF 5A6D 1249 5A2E 5C69 0EE9 4E43 5084 619C")
    #expect(
      key.fileText == """
        untrusted comment: minisign public key E7620F1842B4E81F
        RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3

        """)
  }

  @Test(arguments: ["", "0x12", "+1", "12345678901234567", "xyz", " 1"])
  func keyIDsThatAreNone(text: String) {
    #expect(MinisignKeyID(text: text) == nil)
  }

  @Test func changedBytes() throws {
    var bytes = Self.manifest
    for index in bytes.indices {
      bytes[index] ^= 1
      expectRefusal(
        "signature_invalid",
        "the signature by key \(Self.key.keyID) does not fit these bytes: one of the two was changed"
      ) { try Parts().verify(bytes) }
      bytes[index] ^= 1
    }
  }

  @Test func editedTrustedComment() throws {
    var parts = try Parts()
    parts.trusted = "trusted comment: skillhost a.c 1.0.0"
    expectRefusal(
      "signature_comment_invalid", "the trusted comment of the signature was changed after signing"
    ) { try parts.verify() }
  }

  @Test func legacyKind() throws {
    var parts = try Parts()
    parts.data[1] = UInt8(ascii: "d")
    expectRefusal(
      "signature_legacy", "the signature is of minisign's legacy kind, which signs the file instead of its hash"
    ) { try parts.verify() }
  }

  @Test(arguments: [false, true]) func malleated(global: Bool) throws {
    var parts = try Parts()
    // S + L fits the same message for a verifier that does not look.
    let order: [UInt8] =
      [0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14]
      + [UInt8](repeating: 0, count: 15) + [0x10]
    var carry = 0
    for index in 0..<32 {
      let sum = Int(global ? parts.global[32 + index] : parts.data[42 + index]) + Int(order[index]) + carry
      if global { parts.global[32 + index] = UInt8(sum & 255) } else { parts.data[42 + index] = UInt8(sum & 255) }
      carry = sum >> 8
    }
    #expect(carry == 0)
    expectRefusal(
      "signature_not_canonical", "the signature was altered: its number S is not below the group order"
    ) { try parts.verify() }
  }

  @Test func otherKey() throws {
    let other = MinisignSecretKey.generate().publicKey
    expectRefusal("key_untrusted", "the signature was made by key \(Self.key.keyID), not by \(other.keyID)") {
      try MinisignSignature(parsing: Parts().bytes).verify(Self.manifest, with: other)
    }
  }

  @Test func otherKeyWithTheSameID() throws {
    let data = Array("Ed".utf8) + Self.key.keyID.bytes + MinisignSecretKey.generate().publicKey.bytes
    let other = try MinisignPublicKey(parsing: Text.base64(data))
    expectRefusal(
      "signature_invalid",
      "the signature by key \(Self.key.keyID) does not fit these bytes: one of the two was changed"
    ) { try MinisignSignature(parsing: Parts().bytes).verify(Self.manifest, with: other) }
  }

  @Test(arguments: [
    ("", "it has 0 lines instead of 4"),
    ("untrusted comment: x\n\n\n\n\n", "it has 5 lines instead of 4"),
    ("comment: x\na\nb\nc\n", "line 1 does not begin with `untrusted comment: `"),
    ("untrusted comment: x\na\nb\nc\n", "line 3 does not begin with `trusted comment: `"),
    ("untrusted comment: x\nAAAA\ntrusted comment: b\nc\n", "line 2 is not the base64 of 74 bytes"),
    ("untrusted comment: x\r\na\ntrusted comment: b\nc\n", "it holds control characters"),
    ("untrusted comment: \u{85}\na\ntrusted comment: b\nc\n", "it holds control characters"),
    ("untrusted comment: \u{A0}ÿ\na\ntrusted comment: b\nc\n", "line 2 is not the base64 of 74 bytes"),
    ("untrusted comment: \u{1B}[31m\na\ntrusted comment: b\nc\n", "it holds control characters"),
  ])
  func malformedText(text: String, reason: String) {
    expectRefusal("signature_malformed", "this is not a minisign signature: \(reason)") {
      try MinisignSignature(parsing: Array(text.utf8))
    }
  }

  @Test func malformedBytes() throws {
    expectRefusal("signature_malformed", "this is not a minisign signature: it is not UTF-8") {
      try MinisignSignature(parsing: [0xff])
    }
    expectRefusal(
      "signature_malformed", "this is not a minisign signature: it has 16385 bytes; at most 16384 are read"
    ) { try MinisignSignature(parsing: [UInt8](repeating: 0x41, count: 16385)) }
    var parts = try Parts()
    parts.data[0] = UInt8(ascii: "X")
    expectRefusal("signature_malformed", "this is not a minisign signature: it is of an unknown kind") {
      try parts.verify()
    }
    parts = try Parts()
    parts.global.removeLast()
    expectRefusal("signature_malformed", "this is not a minisign signature: line 4 is not the base64 of 64 bytes") {
      try parts.verify()
    }
  }

  @Test(arguments: [
    ("", "expected an `untrusted comment:` line and one line of base64, or that line alone"),
    ("a\nb\n", "expected an `untrusted comment:` line and one line of base64, or that line alone"),
    ("RWQ!", "the key is not base64"),
    ("RWR=", "the key is not base64"),
    ("RWRW", "a public key has 42 bytes, this one has 3"),
    (Text.base64(Array("Xd".utf8) + [UInt8](repeating: 9, count: 40)), "it is of another kind than Ed25519"),
  ])
  func malformedPublicKey(text: String, reason: String) {
    expectRefusal("key_malformed", "this is not a minisign public key: \(reason)") {
      try MinisignPublicKey(parsing: text)
    }
  }

  @Test func malformedSecretKey() throws {
    let lines = Self.key.fileText.split(separator: "\n").map(String.init)
    let good = try #require(Text.base64(lines[1]))
    func read(_ change: (inout [UInt8]) -> Void) throws -> MinisignSecretKey {
      var data = good
      change(&data)
      return try MinisignSecretKey(parsing: "\(lines[0])\n\(Text.base64(data))\n")
    }
    #expect(try read { _ in }.publicKey == Self.key.publicKey)
    expectRefusal(
      "key_encrypted", "the secret key is protected by a password, which this program does not ask for"
    ) { try read { $0.replaceSubrange(2..<4, with: Array("Sc".utf8)) } }
    let prefix = "this is not a minisign secret key: "
    expectRefusal("key_malformed", prefix + "its public half does not belong to its secret half") {
      try read { $0[70] ^= 1 }
    }
    expectRefusal("key_malformed", prefix + "it is of another kind than Ed25519 with BLAKE2b") {
      try read { $0[4] = 0 }
    }
    expectRefusal("key_malformed", prefix + "a secret key has 158 bytes, this one has 157") {
      try read { $0.removeLast() }
    }
    expectRefusal("key_malformed", prefix + "the key is not base64") {
      try MinisignSecretKey(parsing: "\(lines[0])\n?\n")
    }
    expectRefusal("key_malformed", prefix + "expected an `untrusted comment:` line and one line of base64") {
      try MinisignSecretKey(parsing: lines[1])
    }
  }
}
