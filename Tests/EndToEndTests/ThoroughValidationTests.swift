import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// `validate --thorough` as an author types it.
@Suite struct ThoroughValidationTests {
  private func home(_ identifier: String, _ kind: String) throws -> (PrivateHome, manifest: String, library: String) {
    let home = try PrivateHome()
    let manifest = "\(home.root)/\(identifier).json"
    try AtomicFile.write(Array(PrivateHome.manifest(identifier).utf8), to: manifest)
    let library = "\(home.root)/lib\(kind).so"
    try AtomicFile.write(Compiler.faulty(kind), to: library)
    return (home, manifest, library)
  }

  @Test func aGoodSkillPasses() throws {
    let (home, manifest, library) = try home("test.good", "Careless")
    let result = try home.succeed("validate", manifest, "--library", library, "--thorough")
    #expect(result.stdout.contains("\ntest.good\nok    load       loaded and created in "), "\(result.stdout)")
    #expect(result.stdout.contains("ok    refused    nothing was tried that is not permitted\n"))
    #expect(!result.stdout.contains("fail  "))
    let json = try home.succeed("validate", manifest, "--library", library, "--thorough", "--json").json()
    #expect(json["passed"]?.bool == true)
    #expect(json.at(["skills", "0", "skill"])?.string == "test.good")
    #expect(json.at(["skills", "0", "checks", "0", "check"])?.string == "load")
  }

  @Test func aBadOneIsRefused() throws {
    let (home, manifest, library) = try home("test.empty_text", "Careless")
    let result = try home.skillhost("validate", manifest, "--library", library, "--thorough", "--json")
    #expect(result.status == 4)
    let json = try result.json()
    #expect(json["passed"]?.bool == false)
    let checks = json.at(["skills", "0", "checks"])?.elements.map { $0 } ?? []
    #expect(checks.contains { $0["level"]?.string == "fail" && $0["check"]?.string == "calls" })
    #expect(checks.allSatisfy { $0["message"]?.string?.isEmpty == false })
  }

  @Test func aBundleIsExaminedByItsFolder() throws {
    let home = try PrivateHome()
    try home.makeKey()
    try home.installFaulty("Careless", identifier: "test.good")
    let result = try home.succeed("validate", "\(home.skills)/Careless", "--thorough")
    #expect(result.stdout.contains("ok    calls      "), "\(result.stdout)\(result.stderr)")
  }

  @Test func whatIsMissingIsSaid() throws {
    let (home, manifest, library) = try home("test.good", "Careless")
    let without = try home.skillhost("validate", manifest, "--thorough")
    #expect(without.status == 2)
    #expect(
      without.stderr.contains(
        "error[missing_value]: --thorough needs the library of test.good, and the manifest names none for this system; "
          + "hint: add --library FILE\n"), "\(without.stderr)")
    let sample = try home.skillhost(
      "validate", manifest, "--library", library, "--thorough", "--sample", "notes=/nowhere/at/all")
    #expect(sample.status == 3)
    let number = try home.skillhost("validate", manifest, "--library", library, "--thorough", "--seed", "many")
    #expect(number.status == 2)
    #expect(number.stderr.contains("error[bad_value]: --seed many: this is no whole number; hint: --seed 2\n"))
  }

  @Test func nothingIsLeftBehind() throws {
    let (home, manifest, library) = try home("test.good", "Careless")
    let tool = try RunningTool.start(
      Products.skillhost, ["validate", manifest, "--library", library, "--thorough"], environment: home.environment)
    let pid = tool.process.pid
    #expect(tool.wait().status == 0)
    #expect(PrivateHome.runners(of: pid) == [])
  }
}
