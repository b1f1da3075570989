import SkillBundle
import SkillSystem
import Testing

/// Fault 6: a public key of small order, under which one signature fits many messages.
@Suite struct WeakKeyTests {
  /// The y coordinates of the eight torsion points, then the spellings that are not below p, little-endian.
  static let weak: [[UInt8]] = {
    let eighth: [UInt8] = [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ]
    // p - y, digit by digit.
    let prime: [UInt8] = [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    var borrow = 0
    let opposite: [UInt8] = (0..<32).map { index in
      let difference = Int(prime[index]) - Int(eighth[index]) - borrow
      borrow = difference < 0 ? 1 : 0
      return UInt8((difference + 256) & 255)
    }
    let beyond = (0xec...0xff).map { [UInt8($0)] + [UInt8](repeating: 0xff, count: 30) + [0x7f] }
    let canonical: [[UInt8]] = [
      [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31), eighth, opposite,
    ]
    return (canonical + beyond).flatMap { y in
      [y, Array(y[..<31]) + [y[31] | 0x80]]
    }
  }()

  @Test(arguments: weak) func isRefused(point: [UInt8]) {
    let line = Text.base64(Array("Ed".utf8) + [1, 0, 0, 0, 0, 0, 0, 0xAB] + point)
    expectRefusal(
      "key_weak", "the public key AB00000000000001 is a weak point: signatures under it prove nothing"
    ) { try MinisignPublicKey(parsing: line) }
  }

  @Test func goodKeysAreNot() throws {
    for _ in 0..<64 {
      let key = MinisignSecretKey.generate().publicKey
      #expect(try MinisignPublicKey(parsing: key.line) == key)
    }
  }
}
