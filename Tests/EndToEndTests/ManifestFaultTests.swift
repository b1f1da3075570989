import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// Manifests, signatures and libraries that were tampered with, as a user meets them: each call is refused with a code of
/// its own and exit status 4, and once the bundle is whole again the next call works.
@Suite struct ManifestFaultTests {
  /// One installed and enabled skill, and what its bundle looked like when it was good.
  struct Bundle {
    let home: PrivateHome
    let folder: String
    let good: [(name: String, bytes: [UInt8])]

    static let identifier = "test.faulty"
    var manifest: String { "\(folder)/\(Self.identifier).json" }
    var signature: String { "\(manifest).minisig" }
    var library: String { "\(folder)/libMisbehaving.so" }

    init() throws {
      home = try PrivateHome()
      try home.makeKey()
      try home.installFaulty("Misbehaving")
      try home.succeed("enable", Self.identifier)
      folder = "\(home.skills)/Misbehaving"
      let folder = folder
      good = try ["test.faulty.json", "test.faulty.json.minisig", "libMisbehaving.so"].map { name in
        (name, try AtomicFile.read("\(folder)/\(name)", limit: 1 << 24) ?? [])
      }
    }

    func bytes(_ path: String) throws -> [UInt8] { try AtomicFile.read(path, limit: 1 << 26) ?? [] }

    /// Writes a manifest and signs it rightly with this home's key, by Debian's minisign: our own signer would refuse.
    func sign(_ text: [UInt8], comment: String = "skillhost test.faulty 1.0.0", legacy: Bool = false) throws {
      unlink(manifest)
      try AtomicFile.write(text, to: manifest)
      let result = try run(
        "/usr/bin/minisign",
        ["-S", "-q"] + (legacy ? ["-l"] : ["-H"]) + [
          "-s", home.key, "-m", manifest, "-x", signature, "-t", comment, "-W",
        ])
      try #require(result.exit == .status(0), "\(result.stderr)")
    }

    func edit(_ change: (String) -> String) throws {
      try sign(Array(change(String(decoding: good[0].bytes, as: UTF8.self)).utf8))
    }

    func restore() throws {
      for file in good {
        _ = try run("/bin/rm", ["-rf", "\(folder)/\(file.name)"])
        try AtomicFile.write(file.bytes, to: "\(folder)/\(file.name)")
      }
    }
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let code: String
    let make: @Sendable (Bundle) throws -> Void
    var testDescription: String { name }

    init(_ name: String, _ code: String, _ make: @escaping @Sendable (Bundle) throws -> Void) {
      self.name = name
      self.code = code
      self.make = make
    }
  }

  static let faults: [Fault] = [
    Fault("1 one byte of the manifest flipped", "signature_invalid") { bundle in
      var bytes = bundle.good[0].bytes
      bytes[bytes.count / 2] ^= 1
      try AtomicFile.write(bytes, to: bundle.manifest)
    },
    Fault("2 one byte of the library flipped", "library_hash_mismatch") { bundle in
      var bytes = bundle.good[2].bytes
      bytes[bytes.count / 2] ^= 1
      try AtomicFile.write(bytes, to: bundle.library)
    },
    Fault("3 no signature", "signature_missing") { unlink($0.signature) },
    Fault("4 an untrusted key", "key_untrusted") { bundle in
      try bundle.home.succeed("keys", "new", "\(bundle.home.root)/other")
      let other = "\(bundle.home.root)/other.key"
      let result = try run(
        "/usr/bin/minisign",
        [
          "-S", "-q", "-H", "-s", other, "-m", bundle.manifest, "-x", bundle.signature, "-t",
          "skillhost test.faulty 1.0.0", "-W",
        ])
      try #require(result.exit == .status(0), "\(result.stderr)")
    },
    Fault("5 a key outside its prefix", "key_out_of_scope") { bundle in
      try bundle.home.succeed("keys", "new", "\(bundle.home.root)/narrow")
      try bundle.home.succeed("keys", "trust", "\(bundle.home.root)/narrow.pub", "--for", "weather.*", "--yes")
      let result = try run(
        "/usr/bin/minisign",
        [
          "-S", "-q", "-H", "-s", "\(bundle.home.root)/narrow.key", "-m", bundle.manifest, "-x", bundle.signature, "-t",
          "skillhost test.faulty 1.0.0", "-W",
        ])
      try #require(result.exit == .status(0), "\(result.stderr)")
    },
    Fault("8 an edited trusted comment", "signature_comment_invalid") { bundle in
      let text = String(decoding: bundle.good[1].bytes, as: UTF8.self).replacing(
        "test.faulty 1.0.0", with: "test.faulty 9.0.0")
      try AtomicFile.write(Array(text.utf8), to: bundle.signature)
    },
    Fault("8 a good signature with another skill's comment", "signature_comment_mismatch") { bundle in
      try bundle.sign(bundle.good[0].bytes, comment: "skillhost test.other 1.0.0")
    },
    Fault("9 the legacy kind of signature", "signature_legacy") { bundle in
      try bundle.sign(bundle.good[0].bytes, legacy: true)
    },
    Fault("10 a duplicate key", "manifest_duplicate_key") { bundle in
      try bundle.edit { $0.replacing("\"publisher\"", with: "\"version\": \"1.0.0\", \"publisher\"") }
    },
    Fault("11 nesting 100,000 deep", "manifest_too_deep") { bundle in
      let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
      try bundle.edit { $0.replacing("\"publisher\"", with: "\"x-deep\": \(deep), \"publisher\"") }
    },
    Fault("12 an escape character in a name", "manifest_encoding") { bundle in
      try bundle.edit { $0.replacing("Test skill", with: "Test\\u001b[31m skill") }
    },
    Fault("12 a bidirectional character in a name", "manifest_encoding") { bundle in
      try bundle.edit { $0.replacing("Test skill", with: "Test\u{202E} skill") }
    },
    Fault("12 bytes that are not UTF-8", "manifest_encoding") { bundle in
      let parts = String(decoding: bundle.good[0].bytes, as: UTF8.self).split(separator: "Test skill", maxSplits: 1)
      try bundle.sign(Array(parts[0].utf8) + [0xFF, 0xFE] + Array(parts[1].utf8))
    },
    Fault("13 a number beyond every type", "manifest_number_invalid") { bundle in
      try bundle.edit { $0.replacing("\"publisher\"", with: "\"limits\": {\"timeoutMs\": 1e400}, \"publisher\"") }
    },
    Fault("13 a negative limit", "manifest_invalid_field") { bundle in
      try bundle.edit { $0.replacing("\"publisher\"", with: "\"limits\": {\"memoryMB\": -1}, \"publisher\"") }
    },
    Fault("14 an empty manifest", "manifest_empty") { try $0.sign([]) },
    Fault("14 a manifest of a gigabyte", "manifest_too_large") { bundle in
      try #require(truncate(bundle.manifest, 1 << 30) == 0)
    },
    Fault("15 a library outside of the bundle", "library_path_unsafe") { bundle in
      try bundle.edit { $0.replacing("\"libMisbehaving.so\"", with: "\"../libMisbehaving.so\"") }
    },
    Fault("15 an absolute library", "library_path_unsafe") { bundle in
      try bundle.edit { $0.replacing("\"libMisbehaving.so\"", with: "\"/tmp/libMisbehaving.so\"") }
    },
    Fault("15 a symlinked library", "library_not_regular") { bundle in
      rename(bundle.library, "\(bundle.home.root)/moved.so")
      try #require(symlink("\(bundle.home.root)/moved.so", bundle.library) == 0)
    },
    Fault("16 a FIFO as library", "library_not_regular") { bundle in
      unlink(bundle.library)
      try #require(mkfifo(bundle.library, 0o600) == 0)
    },
    Fault("16 a folder as library", "library_not_regular") { bundle in
      unlink(bundle.library)
      try #require(mkdir(bundle.library, 0o700) == 0)
    },
  ]

  @Test(arguments: faults)
  func isRefusedWithItsOwnCode(fault: Fault) throws {
    let bundle = try Bundle()
    try fault.make(bundle)
    let refused = try bundle.home.skillhost("call", Bundle.identifier, "{}", "--json")
    #expect(refused.status == 4, "\(refused.stdout)\(refused.stderr)")
    #expect(try refused.json().at(["error", "code"])?.string == fault.code, "\(refused.stdout)")
    try bundle.restore()
    try bundle.home.succeed("call", Bundle.identifier, "{}")
  }

  @Test func aWeakKeyCannotBeTrusted() throws {
    // The neutral element as a public key: one signature would fit many messages.
    let home = try PrivateHome()
    var raw = Array("Ed".utf8) + [UInt8](repeating: 7, count: 8) + [1]
    raw += [UInt8](repeating: 0, count: 31)
    let text = "untrusted comment: minisign public key\n\(Base64Text.encode(raw))\n"
    try AtomicFile.write(Array(text.utf8), to: "\(home.root)/weak.pub")
    let result = try home.skillhost("keys", "trust", "\(home.root)/weak.pub", "--for", "*", "--yes")
    #expect(result.status == 4)
    #expect(result.stderr.hasPrefix("error[key_weak]: "), "\(result.stderr)")
  }

  @Test func aMalleatedSignatureIsRefused() throws {
    let bundle = try Bundle()
    var lines = String(decoding: bundle.good[1].bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    var raw = try #require(Base64Text.decode(lines[1]))
    // S + L: a second spelling of the same signature, which lax verifiers accept.
    let order: [UInt8] = [
      0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14, 0, 0, 0, 0, 0, 0,
      0,
      0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]
    var carry = 0
    for index in 0..<32 {
      let sum = Int(raw[42 + index]) + Int(order[index]) + carry
      raw[42 + index] = UInt8(sum & 0xFF)
      carry = sum >> 8
    }
    lines[1] = Base64Text.encode(raw)
    try AtomicFile.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: bundle.signature)
    let refused = try bundle.home.skillhost("call", Bundle.identifier, "{}", "--json")
    #expect(try refused.json().at(["error", "code"])?.string == "signature_not_canonical", "\(refused.stdout)")
  }
}

/// Base64 for test data.
enum Base64Text {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var bits = 0
    var count = 0
    var out: [UInt8] = []
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 6 {
        count -= 6
        out.append(alphabet[bits >> count & 63])
      }
      bits &= (1 << count) - 1
    }
    if count > 0 { out.append(alphabet[bits << (6 - count) & 63]) }
    while out.count % 4 != 0 { out.append(UInt8(ascii: "=")) }
    return String(decoding: out, as: UTF8.self)
  }

  static func decode(_ text: String) -> [UInt8]? {
    var bits = 0
    var count = 0
    var out: [UInt8] = []
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(bits >> count & 255))
        bits &= (1 << count) - 1
      }
    }
    return out
  }
}
