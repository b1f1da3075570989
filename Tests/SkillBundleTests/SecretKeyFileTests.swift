import Glibc
import SkillBundle
import SkillSystem
import Testing

@Suite struct SecretKeyFileTests {
  @Test func writtenOnceAndPrivate() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("secret.key")
    let key = MinisignSecretKey.generate()
    try key.write(to: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try MinisignSecretKey(file: path).publicKey == key.publicKey)
    let error = try #require(throws: SkillError.self) { try MinisignSecretKey.generate().write(to: path) }
    #expect(error.message == "cannot open \(path): File exists")
    #expect(try MinisignSecretKey(file: path).publicKey == key.publicKey)
  }

  @Test func readableByOthers() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("secret.key")
    try MinisignSecretKey.generate().write(to: path)
    #expect(chmod(path, 0o604) == 0)
    expectRefusal("key_file_unsafe", "\(path) holds a secret key, but others than its owner can read it") {
      try MinisignSecretKey(file: path)
    }
  }

  @Test func publicKeyByLineOrFile() throws {
    let folder = try TemporaryFolder()
    let key = MinisignSecretKey.generate().publicKey
    #expect(try MinisignPublicKey(lineOrFile: key.line) == key)
    #expect(try MinisignPublicKey(lineOrFile: folder.write(key.fileText, "key.pub")) == key)
    #expect(throws: SkillError.self) { try MinisignPublicKey(lineOrFile: folder.file("none")) }
  }
}
