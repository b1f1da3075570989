import SkillBundle
import SkillSystem
import Testing

/// Faults 17 and 24 for one skill: older than before, and the same version with other bytes.
@Suite struct RememberedVersionTests {
  func manifest(_ version: String, _ name: String = "Weather forecast") throws -> Manifest {
    try Sample.decode(
      Sample.replace(
        Sample.replace(Sample.authored, "\"1.0.0\"", "\"\(version)\""), "Weather forecast", name))
  }

  @Test(arguments: ["1.0.0", "1.0.1", "2.0.0-beta.1"]) func acceptsTheSameAndNewer(version: String) throws {
    try RememberedVersion(manifest("1.0.0")).check(manifest(version))
  }

  @Test(arguments: ["0.9.9", "1.0.0-rc.1", "0.10.0"]) func refusesOlder(version: String) throws {
    let remembered = try RememberedVersion(manifest("1.0.0"))
    let older = try manifest(version)
    expectRefusal(
      "version_rollback", "weather.daily_forecast \(version) is older than 1.0.0, which was installed before"
    ) { try remembered.check(older) }
  }

  @Test func refusesOtherBytes() throws {
    let remembered = try RememberedVersion(manifest("1.0.0"))
    let other = try manifest("1.0.0", "Other name")
    expectRefusal(
      "version_rewritten",
      "weather.daily_forecast 1.0.0 has other contents than the 1.0.0 that was installed before"
    ) { try remembered.check(other) }
  }
}
