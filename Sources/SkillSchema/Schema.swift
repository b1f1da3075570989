package import SkillJSON

/// A compiled JSON Schema (draft 2020-12; 2019-09 and 7 by `$schema`).
///
/// Compiled once, used from any thread. Checking a valid instance allocates nothing but for what docs/json-schema.md
/// names, and takes a bounded number of steps whatever the schema and the instance are.
package struct Schema: Sendable {
  let program: SchemaProgram

  /// What was compiled.
  package var source: JSON { program.root }

  /// - Throws: when a keyword has a value that it must not have, a pattern cannot be used, or a reference leads out of
  ///   the document.
  package init(compiling schema: JSON) throws(SchemaError) {
    try self.init(compiling: schema, options: SchemaOptions())
  }

  package init(compiling schema: JSON, options: SchemaOptions) throws(SchemaError) {
    do throws(SchemaFailure) {
      program = try SchemaCompiler.compile(schema, options)
    } catch {
      throw error.error(in: schema)
    }
  }

  /// Whether an instance is valid. Stops at the first thing that is wrong.
  package func accepts(_ instance: JSON) -> Bool {
    var evaluator = SchemaEvaluator(program, instance, isReporting: false)
    return evaluator.isValid(instance)
  }

  /// Everything that is wrong with an instance, at most ``SchemaEvaluator/maxViolations``; empty when it is valid.
  package func violations(of instance: JSON) -> [Violation] {
    if accepts(instance) { return [] }
    var evaluator = SchemaEvaluator(program, instance, isReporting: true)
    _ = evaluator.isValid(instance)
    return evaluator.violations
  }
}
