import SkillBundle
import Testing

@Suite struct CryptographyTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func sha256(text: String, hex: String) {
    #expect(SHA256Digest(of: Array(text.utf8)).hex == hex)
    #expect(SHA256Digest(hex: hex) == SHA256Digest(of: Array(text.utf8)))
    var hasher = SHA256()
    for byte in text.utf8 { hasher.update([byte]) }
    #expect(hasher.finish().hex == hex)
  }

  @Test(arguments: [
    "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65), String(repeating: "A", count: 64),
    String(repeating: "g", count: 64), String(repeating: "é", count: 32),
  ])
  func digestTextIsStrict(text: String) {
    #expect(SHA256Digest(hex: text) == nil)
  }
}
