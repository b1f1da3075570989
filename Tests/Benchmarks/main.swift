// The one harness behind `make bench` and docs/performance.md.
//
//   skillhost-bench [--python PYTHON] [--into FILE] [--toolchain TEXT] [--only TEXT] [--alone] [json] [schema] [calls] [host]
//   skillhost-bench --count-allocations
//
// Without names everything is measured; --only leaves out rows whose names do not contain a text;
// --alone runs no peers, for a profiler. --python names an
// interpreter that has jsonschema-rs; --into rewrites the figures between the markers of a document.

import Glibc
import SkillSystem

struct Options: Sendable {
  var python: String?
  var document: String?
  var toolchain = "Swift"
  var only: String?
  var isAlone = false
  var parts: Set<String> = []

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--python": python = rest.popFirst()
      case "--into": document = rest.popFirst()
      case "--only": only = rest.popFirst()
      case "--alone": isAlone = true
      case "--toolchain": toolchain = rest.popFirst() ?? toolchain
      case "--count-allocations":
        print(Allocations.report())
        exit(0)
      case "json", "schema", "calls", "host": parts.insert(argument)
      default: fail("\(argument) is not known")
      }
    }
  }

  func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
}

func measure(_ options: Options, reactor: Reactor, echo: EchoProcess, folder: String) async throws -> Report {
  let products = Path.parent(of: Path.absolute(CommandLine.arguments[0]))
  let tests = Path.parent(of: Path.absolute(#filePath))
  let root = Path.parent(of: Path.parent(of: tests))
  let runner = "\(products)/skillhost-runner"
  let library = "\(folder)/libEcho.so"
  try EchoLibrary.compile(into: library, root: root)

  var report = Report(only: options.only, isAlone: options.isAlone)
  if options.wants("calls") {
    guard let bytes = try AtomicFile.read(library, limit: 1 << 24) else { fail("the library is too large") }
    try await IsolatedCalls.run(&report, reactor: reactor, echo: echo, library: bytes, runner: runner)
  }
  if options.wants("host") {
    let swift = (library: "\(products)/libReminder.so", manifest: "\(root)/skill-manifests/reminder.list.json")
    let hasSwift = access(swift.library, R_OK) == 0
    let calls = try HostCalls(
      reactor: reactor, folder: folder, echo: library, swift: hasSwift ? swift : nil, runner: runner)
    try await calls.run(&report)
    try await calls.cold(&report, swift: hasSwift)
  }
  if options.wants("json") { try await JSONBenchmarks.run(&report) }
  if options.wants("schema") {
    try await SchemaBenchmarks.run(&report, python: options.python, script: "\(tests)/peer_schema.py")
  }
  return report
}

let options = Options(CommandLine.arguments.dropFirst())
// First of all: it forks.
let echo = try EchoProcess()
let reactor = try Reactor()
var template = Array("/tmp/skillhost-bench-XXXXXX".utf8CString)
guard mkdtemp(&template) != nil else { fail("no folder can be made in /tmp") }
let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)

let machine = Machine.description(toolchain: options.toolchain)
print(machine)
let outcome: Result<Report, any Error> = reactor.run {
  do {
    return .success(try await measure(options, reactor: reactor, echo: echo, folder: folder))
  } catch {
    return .failure(error)
  }
}
if let remove = try? ChildProcess.spawn(
  "/bin/rm", arguments: ["-rf", folder], environment: [], descriptors: [0, 1, 2])
{
  _ = remove.waitForEnd()
}
let report = try outcome.get()
if let document = options.document { try report.write(into: document, machine: machine) }
for miss in report.missed { print("missed: \(miss)") }
