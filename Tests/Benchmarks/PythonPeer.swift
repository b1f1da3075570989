import Glibc
import SkillJSON
import SkillSystem

/// peer_schema.py as a process that answers orders. Waits block: nothing else runs meanwhile.
final class PythonPeer {
  private let process: ChildProcess
  private let input: Descriptor
  private let output: Descriptor
  private var rest: [UInt8] = []
  /// `jsonschema-rs 0.1, Python 3.1`
  private(set) var name = ""

  /// - Parameter python: an interpreter with jsonschema-rs; nil gives nil.
  init?(python: String?, script: String, load: JSON) throws {
    guard let python else { return nil }
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw SkillError.systemCall("create a pipe") }
    for end in [toChild[1], fromChild[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    process = try ChildProcess.spawn(
      python, arguments: [script], environment: ["PATH=/usr/bin:/bin"], descriptors: [toChild[0], fromChild[1], 2])
    close(toChild[0])
    close(fromChild[1])
    input = Descriptor(owning: toChild[1])
    output = Descriptor(owning: fromChild[0])
    let answer = try ask(load)
    name = "jsonschema-rs \(answer["version"]?.string ?? "?"), Python \(answer["python"]?.string ?? "?")"
  }

  deinit {
    process.kill()
    _ = process.waitForEnd()
  }

  func side(_ work: String) -> Benchmark.Side {
    Benchmark.Side(name: "jsonschema-rs") { samples, batch in
      let answer = try self.ask(
        JSON.build { writer in
          writer.object { writer in
            writer.member("work", work)
            writer.member("samples", samples)
            writer.member("batch", batch)
          }
        })
      return answer.elements.map { $0.double ?? .infinity }
    }
  }

  private func ask(_ order: JSON) throws -> JSON {
    var writer = JSONWriter()
    writer.value(order)
    try input.write(writer.bytes + [UInt8(ascii: "\n")])
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<end])
        rest.removeSubrange(...end)
        return try JSON(parsing: line)
      }
      let count = read(output.number, &buffer, buffer.count)
      guard count > 0 else { fail("peer_schema.py ended") }
      rest += buffer[..<count]
    }
  }
}
