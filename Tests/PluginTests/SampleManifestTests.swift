import CSkillABI
import SkillBundle
import SkillJSON
import SkillSchema
import Testing

/// The manifests of the sample skills that stand alone, as their authors wrote them.
@Suite struct SampleManifestTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var library: String
    var identifier: String
    var testDescription: String { identifier }
  }

  static let samples = [
    Sample(library: "Weather", identifier: "weather.daily_forecast"),
    Sample(library: "FileSearch", identifier: "files.search"),
    Sample(library: "Chart", identifier: "chart.render"),
    Sample(library: "TextStatistics", identifier: "text.statistics"),
  ]

  @Test(arguments: samples)
  func aManifestIsAcceptedAndComplete(_ sample: Sample) throws {
    let manifest = try Manifest(sample: sample.identifier)
    #expect(manifest.identifier.description == sample.identifier)
    #expect(manifest.description.contains("Use it when"))
    #expect(manifest.description.contains("Not for"))
    #expect(manifest.documentation != nil)
    #expect(manifest.examples.count >= 4)
    #expect(manifest.annotations.destructive == false)
    #expect(manifest.annotations.readOnly == true)
    #expect(!manifest.result.isEmpty)
  }

  /// Every property says what it is, in both schemas.
  @Test(arguments: samples)
  func everyPropertyIsDescribed(_ sample: Sample) throws {
    let manifest = try Manifest(sample: sample.identifier)
    for schema in [manifest.inputSchema, try #require(manifest.outputSchema)] {
      #expect(undescribed(schema, at: "") == [])
    }
  }

  private func undescribed(_ schema: JSON, at path: String) -> [String] {
    var found: [String] = []
    for (name, property) in schema["properties"]?.members.map({ $0 }) ?? [] {
      if property["description"]?.string?.isEmpty != false { found.append("\(path)/\(name)") }
      found += undescribed(property, at: "\(path)/\(name)")
    }
    if let items = schema["items"] { found += undescribed(items, at: "\(path)/*") }
    return found
  }

  /// What a manifest promises to serve, its skill recognises, with arguments that fit.
  @Test(arguments: samples)
  func everyExampleIsRecognised(_ sample: Sample) throws {
    let skill = try PluginLibrary(sample.library).skill(
      sample.identifier, directories: ["root": "/tmp", "forecasts": "/tmp"])
    for example in skill.manifest.examples {
      let match = try #require(try skill.match(example, now: "2026-07-30T09:00:00+08:00"), "\(example)")
      #expect(match.confidence >= 0.75, "\(example)")
      let violations = skill.manifest.inputValidator.violations(of: match.arguments).map(\.message)
      #expect(violations == [], "\(example) gives \(match.arguments.text)")
    }
  }

  /// No phrase of one skill is claimed by another.
  @Test(arguments: samples)
  func examplesOfOthersAreLeftAlone(_ sample: Sample) throws {
    let skill = try PluginLibrary(sample.library).skill(
      sample.identifier, directories: ["root": "/tmp", "forecasts": "/tmp"])
    let everybody =
      Self.samples.map(\.identifier) + [
        "calendar.events", "calendar.create_event", "calendar.free_slots", "reminder.create", "reminder.list",
        "reminder.complete",
      ]
    for other in everybody where other != sample.identifier {
      for example in try Manifest(sample: other).examples {
        let match = try skill.match(example, now: "2026-07-30T09:00:00+08:00")
        #expect((match?.confidence ?? 0) < 0.5, "\(example)")
      }
    }
  }
}
