import SkillJSON
import SkillSchema

/// Compiling and checking, beside jsonschema-rs through its Python package: the fastest that a host in Python has.
enum SchemaBenchmarks {
  static func compile(_ schema: JSON) -> Schema {
    do { return try Schema(compiling: schema) } catch { fail("the schema cannot be compiled: \(error)") }
  }

  /// - Parameters:
  ///   - python: an interpreter with jsonschema-rs.
  ///   - script: peer_schema.py.
  static func run(_ report: inout Report, python: String?, script: String) async throws {
    let source = JSONBenchmarks.parse(Inputs.callSchema)
    let schema = compile(source)
    let call = JSONBenchmarks.parse(Inputs.call)
    let tools = Inputs.tools.map { (schema: compile($0.schema), arguments: $0.arguments) }
    guard schema.accepts(call), tools.allSatisfy({ $0.schema.accepts($0.arguments) }) else {
      fail("an instance that ought to be valid is refused: \(schema.violations(of: call).map(\.message))")
    }

    let peer = try PythonPeer(python: python, script: script, load: load(source))
    report.section("JSON Schema, beside jsonschema-rs from Python")
    let bytes = Inputs.call
    let size = JSONBenchmarks.size(bytes)
    try await report.measure(
      Benchmark(
        name: "check a call of \(size), parsed before", ours: .init("") { keep(schema.violations(of: call)) },
        peer: peer?.side("parsed"), goal: 1
      ))
    try await report.measure(
      Benchmark(
        name: "parse and check it", ours: .init("") { keep(schema.violations(of: JSONBenchmarks.parse(bytes))) },
        peer: peer?.side("text"), goal: 1
      ))
    try await report.measure(
      Benchmark(
        name: "check the arguments of 200 tools, parsed before",
        ours: .init("") { for tool in tools { keep(tool.schema.violations(of: tool.arguments)) } },
        peer: peer?.side("tools"), goal: 1
      ))
    try await report.measure(
      Benchmark(
        name: "compile the schema of the call", ours: .init("") { keep(compile(source)) },
        peer: peer?.side("compile")
      ))
    try await report.measure(
      Benchmark(
        name: "compile the schemas of 200 tools",
        ours: .init("") { for tool in Inputs.tools { keep(compile(tool.schema)) } },
        peer: peer?.side("compile tools")
      ))
    report.note(
      peer.map {
        "Peer: \($0.name), `validate_formats=True`, garbage collection off. Its times are taken inside of Python and "
          + "include what every check from Python includes: walking the Python objects. \"Parse and check\" is "
          + "`is_valid(json.loads(text))` there and `violations(of: JSON(parsing: bytes))` here."
      } ?? "jsonschema-rs could not be installed (no network?), so that nothing stands beside these.")
  }

  private static func load(_ schema: JSON) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("schema", schema)
        writer.member("instance", String(decoding: Inputs.call, as: UTF8.self))
        writer.member("tools") { writer in
          writer.array { writer in
            for tool in Inputs.tools {
              writer.object { writer in
                writer.member("schema", tool.schema)
                writer.member("arguments", tool.arguments)
              }
            }
          }
        }
      }
    }
  }
}
