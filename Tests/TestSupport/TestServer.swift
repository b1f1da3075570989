internal import SkillSystem
package import Testing

/// Tests/Fixtures/http_server.c, running.
package final class TestServer {
  private let tool: RunningTool
  package let port: UInt16

  private static let program = Result {
    let path = Compiler.temporaryPath("server")
    try Compiler.program("\(Products.root)/Tests/Fixtures/http_server.c", into: path)
    return path
  }

  package init(sourceLocation: SourceLocation = #_sourceLocation) throws {
    tool = try RunningTool.start(try Self.program.get(), [])
    tool.awaitOutput("\n", sourceLocation: sourceLocation)
    let line = tool.output.prefix { $0 != "\n" }
    port = try #require(UInt16(line.dropFirst("port ".count)), "\(line)", sourceLocation: sourceLocation)
  }

  deinit {
    tool.process.kill()
    _ = tool.process.waitForEnd()
  }

  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Its lines so far: requests, and connections that the client closed early.
  package var log: [String] { tool.output.split(separator: "\n").dropFirst().map(String.init) }

  /// Waits until it has printed a line.
  package func await(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    tool.awaitOutput("\n\(line)\n", sourceLocation: sourceLocation)
  }
}
