import SkillBundle
import SkillRuntime

func digest(_ seed: UInt8) -> SHA256Digest { SHA256Digest(of: [seed]) }

func identifier(_ text: String) -> SkillIdentifier {
  guard let identifier = try? SkillIdentifier(text) else { preconditionFailure("a bad identifier in a test") }
  return identifier
}

func execution(
  _ id: String, _ name: String = "weather.daily_forecast", at time: Int64 = 1_000, outcome: String = "completed"
) -> ExecutionRecord {
  ExecutionRecord(
    id: id, identifier: identifier(name), version: "1.0.0", startedAt: time, durationMicroseconds: 1_234,
    outcome: outcome, argumentDigest: digest(1), inputBytes: 10, outputBytes: 20, events: "{\"kind\":\"completed\"}\n")
}

/// A record in which every field is set.
func fullRecord() -> SkillRecord {
  var record = SkillRecord()
  record.isEnabled = true
  record.consentedManifest = digest(2)
  record.consented = Permissions(
    network: ["api.open-meteo.com:443", "[2001:db8::1]:8443"].compactMap { NetworkPermission($0) },
    directories: [
      DirectoryPermission(name: "notes", access: .write, defaultPath: "data/notes", purpose: "to keep \"notes\" 笔记"),
      DirectoryPermission(name: "music", access: .read, defaultPath: nil, purpose: "to play"),
    ], environment: ["LANG", "TZ"])
  record.directories = ["notes": "/home/me/notes", "music": "/srv/music"]
  record.highestVersion = try? SemanticVersion("2.0.0-beta.1+linux")
  record.highestManifest = digest(3)
  return record
}
