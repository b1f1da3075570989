/// The names of the series beside their colours, in as many rows as they need. Without names there is no legend.
struct Legend {
  private struct Item {
    var index: Int
    var name: String
    var left: Double
    var row: Int
  }
  private let items: [Item]
  private let rows: Int

  private static let rowHeight = 20.0
  private static let size = 12.0

  init(_ names: [String], width: Double) {
    var items: [Item] = []
    var left = 0.0
    var row = 0
    for (index, name) in names.enumerated() where !name.isEmpty {
      let name = SVG.fit(name, width: 220, size: Self.size)
      let needed = SVG.width(of: name, size: Self.size) + 36
      if left > 0, left + needed > width {
        left = 0
        row += 1
      }
      items.append(Item(index: index, name: name, left: left, row: row))
      left += needed
    }
    self.items = items
    rows = items.isEmpty ? 0 : row + 1
  }

  var height: Double { Double(rows) * Self.rowHeight }

  func draw(_ svg: inout SVG, top: Double, colours: [String]) {
    for item in items {
      let x = 20 + item.left
      let y = top + Double(item.row) * Self.rowHeight
      svg.element(
        "rect",
        [
          "x": px(x), "y": px(y), "width": "12", "height": "12", "rx": "2", "fill": colours[item.index % colours.count],
        ])
      svg.element("text", ["x": px(x + 18), "y": px(y + 10.5)], text: item.name)
    }
  }
}
