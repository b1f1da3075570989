import Foundation
import SkillJSON
import Testing

/// docs/json-schema.md lists how many tests of the public suite pass; this keeps the list true.
@Suite(.enabled(if: Conformance.folder != nil, "the public test data is absent"))
struct DocumentationTests {
  @Test(arguments: [("Required", ""), ("Optional", "/optional"), ("Formats", "/optional/format")])
  func counts(section: String, folder: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/json-schema.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(document.range(of: "### \(section)\n"))
    let listed = document[start.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| `") }.prefix {
      $0.hasPrefix("|")
    }
    var rows: [String] = []
    var total = 0
    let path = "json-schema/tests/draft2020-12\(folder)"
    for name in Conformance.files(in: path) {
      let groups = try JSON(parsing: Conformance.bytes("\(path)/\(name)"))
      let count = groups.elements.reduce(0) { $0 + ($1["tests"]?.count ?? 0) }
      rows.append("| `\(name)` | \(count) |")
      total += count
    }
    rows.append("| **all** | **\(total)** |")
    #expect(listed.map(String.init) == rows)
  }
}
