import SkillLoader
import Testing

@Suite struct ProcessStateTests {
  static let states = [
    ProcessState(moment: .fresh, locale: "", environment: [], handlers: []),
    ProcessState(
      moment: .served, locale: "C", environment: ["A=1", "B=中"], handlers: [0, 1, .max],
      descriptor: .init(size: 64, minor: 0, flags: 5, maxParallel: 0, hasMatch: true, hasQuiesce: false)),
  ]

  private func read(_ bytes: some Collection<UInt8>) -> (ProcessState?, isAtEnd: Bool) {
    Array(bytes).withUnsafeBytes { buffer in
      var reader = FrameReader(buffer)
      let state = reader.processState()
      return (state, reader.isAtEnd)
    }
  }

  @Test(arguments: states) func whatIsWrittenIsRead(state: ProcessState) {
    var writer = FrameWriter()
    writer.append(state)
    #expect(read(writer.bytes) == (state, true))
  }

  @Test func everyCutIsNoticed() {
    var writer = FrameWriter()
    writer.append(Self.states[1])
    for count in 0..<writer.bytes.count { #expect(read(writer.bytes.prefix(count)).0 == nil) }
  }

  @Test func rulesCarryTheObservation() {
    for observation in [[], [.state], [.state, .refusals]] as [RunnerObservation] {
      var rules = ConfinementRules()
      rules.bestEffort = observation.contains(.refusals)
      rules.observation = observation
      var writer = FrameWriter()
      writer.append(rules)
      let found = writer.bytes.withUnsafeBytes { buffer in
        var reader = FrameReader(buffer)
        return reader.confinementRules()
      }
      #expect(found == rules)
    }
  }
}
