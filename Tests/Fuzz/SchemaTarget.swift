import SkillJSON
import SkillSchema

/// A schema and an instance, separated by a NUL: both answers agree, and every violation points to something that is
/// there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = UnsafeBufferPointer(start: start, count: count).split(
    separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  guard let source = try? JSON(parsing: Array(parts[0])) else { return 0 }
  _ = SchemaLint.findings(in: source)
  let schema: Schema
  do throws(SchemaError) {
    schema = try Schema(compiling: source)
  } catch {
    precondition(!error.message.isEmpty)
    return 0
  }
  guard parts.count == 2, let instance = try? JSON(parsing: Array(parts[1])) else { return 0 }
  let violations = schema.violations(of: instance)
  precondition(violations.isEmpty == schema.accepts(instance), "two answers")
  for violation in violations where !violation.keyword.isEmpty {
    precondition(!violation.message.isEmpty)
    guard let there = try? JSONPointer(parsing: violation.instancePointer), instance.at(there) != nil,
      let keyword = try? JSONPointer(parsing: violation.schemaPointer), source.at(keyword) != nil
    else { preconditionFailure("a violation that points nowhere: \(violation)") }
  }
  return 0
}
