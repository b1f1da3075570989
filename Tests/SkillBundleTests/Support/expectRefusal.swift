import SkillSystem
import Testing

/// Runs `body`, which must throw a ``SkillError`` with exactly this code and message and with a hint.
func expectRefusal<R>(
  _ code: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) {
  do {
    _ = try body()
    Issue.record("nothing was thrown, expected \(code)", sourceLocation: sourceLocation)
  } catch let error as SkillError {
    #expect(error.code.name == code, sourceLocation: sourceLocation)
    #expect(error.message == message, sourceLocation: sourceLocation)
    #expect(error.hint?.isEmpty == false, "\(code) has no hint", sourceLocation: sourceLocation)
  } catch {
    Issue.record("threw \(error), expected \(code)", sourceLocation: sourceLocation)
  }
}
