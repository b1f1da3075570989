import Foundation
import SkillBundle
import SkillSystem
import Testing

/// The `minisign` program and this module read each other's files.
@Suite struct MinisignInteropTests {
  func minisign(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("minisign", arguments, package: "minisign")
  }

  @Test func minisignAcceptsOurs() throws {
    let folder = try TemporaryFolder()
    let key = MinisignSecretKey.generate()
    let bytes = Array("{\"identifier\": \"天气.每日\"}\n".utf8)
    try folder.write(bytes, "manifest")
    try folder.write(key.publicKey.fileText, "key.pub")
    try folder.write(key.sign(bytes, trustedComment: "skillhost a.b 1.0.0").fileText, "manifest.minisig")
    let outcome = try minisign("-V", "-p", folder.file("key.pub"), "-m", folder.file("manifest"))
    #expect(outcome.output == "Signature and comment signature verified\nTrusted comment: skillhost a.b 1.0.0\n")
    #expect(outcome.status == 0)
  }

  @Test func weAcceptMinisigns() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8]((0...255).map { UInt8($0) })
    try folder.write(bytes, "manifest")
    let made = try minisign("-G", "-W", "-p", folder.file("key.pub"), "-s", folder.file("key.sec"))
    try #require(made.status == 0, "\(made.output)")
    let signed = try minisign(
      "-S", "-s", folder.file("key.sec"), "-m", folder.file("manifest"), "-t", "skillhost a.b 1.0.0")
    try #require(signed.status == 0, "\(signed.output)")
    let key = try MinisignPublicKey(parsing: folder.text("key.pub"))
    let signature = try MinisignSignature(parsing: folder.bytes("manifest.minisig"))
    try signature.verify(bytes, with: key)
    #expect(signature.trustedComment == "skillhost a.b 1.0.0")
    // minisign prints the number without leading zeros.
    #expect(try folder.text("key.pub").contains(String(key.keyID.text.drop { $0 == "0" })))
    // Its secret key is ours as well, and the files are the same to the byte.
    let secret = try MinisignSecretKey(parsing: folder.text("key.sec"))
    #expect(secret.publicKey == key)
    #expect(try secret.fileText == folder.text("key.sec"))
    #expect(
      try secret.sign(bytes, trustedComment: "skillhost a.b 1.0.0").fileText == folder.text("manifest.minisig"))
  }

  @Test func minisignSignsWithOurKey() throws {
    let folder = try TemporaryFolder()
    let key = MinisignSecretKey.generate()
    try folder.write(key.fileText, "key.sec")
    try folder.write("text", "manifest")
    let signed = try minisign("-S", "-s", folder.file("key.sec"), "-m", folder.file("manifest"), "-t", "comment")
    try #require(signed.status == 0, "\(signed.output)")
    try MinisignSignature(parsing: folder.bytes("manifest.minisig"))
      .verify(Array("text".utf8), with: key.publicKey)
  }

  @Test func legacySignaturesOfMinisign() throws {
    let folder = try TemporaryFolder()
    try folder.write(MinisignSecretKey.generate().fileText, "key.sec")
    try folder.write("text", "manifest")
    let signed = try minisign("-S", "-l", "-s", folder.file("key.sec"), "-m", folder.file("manifest"))
    try #require(signed.status == 0, "\(signed.output)")
    expectRefusal(
      "signature_legacy", "the signature is of minisign's legacy kind, which signs the file instead of its hash"
    ) { try MinisignSignature(parsing: folder.bytes("manifest.minisig")) }
  }
}
