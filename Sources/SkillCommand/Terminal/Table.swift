/// Rows in columns. The last column takes what is left of the line.
package struct Table: Sendable {
  private var rows: [[String]]

  package init(header: [String]) { rows = [header] }

  package mutating func add(_ row: [String]) { rows.append(row) }

  /// - Parameters:
  ///   - width: columns of the terminal; nil cuts nothing.
  ///   - paint: changes a padded cell without changing its width, by row (0 is the header) and column.
  package func render(width: Int?, paint: (_ cell: String, _ row: Int, _ column: Int) -> String) -> String {
    let count = rows[0].count
    var widths = [Int](repeating: 0, count: count)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], TextWidth.columns(cell)) }
    }
    if let width {
      let others = widths.dropLast().reduce(0, +) + 2 * (count - 1)
      widths[count - 1] = min(widths[count - 1], max(width - others, 10))
    }
    var text = ""
    for (index, row) in rows.enumerated() {
      var line = ""
      for (column, cell) in row.enumerated() {
        let isLast = column == count - 1
        let fitting = isLast ? TextWidth.cut(cell, to: widths[column]) : TextWidth.pad(cell, to: widths[column])
        line += paint(fitting, index, column) + (isLast ? "" : "  ")
      }
      text += line + "\n"
    }
    return text
  }
}
