import CAllocationCount
import SkillJSON
import SkillSchema

/// Counts allocations, for the test that holds checking a valid value to none. A program of its own, so that the
/// allocator of the tests stays as it is.
enum Allocations {
  /// `{"counted":true,"parse":…,"check":0,…}`; `counted` is false under a sanitizer.
  static func report() -> JSON {
    let schema = SchemaBenchmarks.compile(JSONBenchmarks.parse(Inputs.callSchema))
    let call = JSONBenchmarks.parse(Inputs.call)
    let tools = Inputs.tools.map { (schema: SchemaBenchmarks.compile($0.schema), arguments: $0.arguments) }
    var isValid = true
    func check() { isValid = schema.accepts(call) && isValid }
    func list() { isValid = schema.violations(of: call).isEmpty && isValid }
    func all() { for tool in tools { isValid = tool.schema.accepts(tool.arguments) && isValid } }
    // Once before it counts: what the runtime sets up at the first use of a type is not the check's.
    check()
    list()
    all()
    let counts = [
      ("parse", count { _ = JSONBenchmarks.parse(Inputs.call) }), ("accepts", count(check)),
      ("violations", count(list)), ("tools", count(all)),
    ]
    return JSON.build { writer in
      writer.object { writer in
        writer.member("counted", allocation_count_works() == 1)
        writer.member("valid", isValid)
        for (name, number) in counts { writer.member(name, number) }
      }
    }
  }

  private static func count(_ body: () -> Void) -> UInt64 {
    let before = allocation_count()
    body()
    return allocation_count() - before
  }
}
