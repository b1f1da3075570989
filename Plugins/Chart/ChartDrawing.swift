/// The picture of a chart: title, legend, axes, and bars or lines.
struct ChartDrawing {
  static let width = 800
  static let height = 450

  private let input: ChartRender.Input
  private let axis: Axis
  private let plot: Plot
  private let legend: Legend

  /// The part of the picture where values are drawn, in pixels from its top left corner.
  private struct Plot {
    var left, top, right, bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  private static let palette = [
    "#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e", "#9498a0",
    "#1b3a8a", "#7a5a00",
  ]
  private static let font = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
  private static let small = 12.0

  init(_ input: ChartRender.Input) {
    self.input = input
    let axis = Axis(input.series.flatMap { $0.values.compactMap { $0 } }, includesZero: input.kind == .bar)
    self.axis = axis
    legend = Legend(input.series.map { $0.name ?? "" }, width: Double(Self.width) - 40)
    let widest = axis.ticks.map { SVG.width(of: axis.label($0), size: Self.small) }.max() ?? 0
    let title = input.title?.isEmpty == false ? 34.0 : 0
    plot = Plot(
      // Slanted labels reach to the left of where they start.
      left: max(widest + 28, Self.isCrowded(input.labels) ? 76 : 0),
      top: 22 + title + legend.height + (axis.exponent == 0 ? 0 : 14),
      right: Double(Self.width) - 20,
      bottom: Double(Self.height) - (Self.isCrowded(input.labels) ? 86 : 36))
  }

  var svg: String {
    var svg = SVG()
    svg.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": "\(Self.width)", "height": "\(Self.height)",
        "viewBox": "0 0 \(Self.width) \(Self.height)", "role": "img", "font-family": Self.font,
        "font-size": "\(Int(Self.small))", "fill": "#333",
      ]
    ) { svg in
      svg.element("title", text: input.title?.isEmpty == false ? input.title ?? "" : "\(input.kind.rawValue) chart")
      svg.element("rect", ["width": "100%", "height": "100%", "fill": "#fff"])
      drawTitle(&svg)
      legend.draw(&svg, top: plot.top - legend.height - (axis.exponent == 0 ? 0 : 14) - 8, colours: Self.palette)
      drawValueAxis(&svg)
      drawLabels(&svg)
      switch input.kind {
      case .bar: drawBars(&svg)
      case .line: drawLines(&svg)
      }
      drawZero(&svg)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.text
  }

  // MARK: Around the values

  private func drawTitle(_ svg: inout SVG) {
    guard let title = input.title, !title.isEmpty else { return }
    svg.element(
      "text", ["x": "\(Self.width / 2)", "y": "32", "text-anchor": "middle", "font-size": "18", "font-weight": "600"],
      text: SVG.fit(title, width: Double(Self.width) - 40, size: 18))
  }

  private func drawValueAxis(_ svg: inout SVG) {
    if axis.exponent != 0 {
      svg.element(
        "text", ["x": px(plot.left), "y": px(plot.top - 10), "text-anchor": "start"],
        text: "×10" + Self.superscript(axis.exponent))
    }
    for tick in axis.ticks {
      let y = plot.bottom - (tick - axis.low) / (axis.high - axis.low) * plot.height
      svg.element(
        "line", ["x1": px(plot.left), "x2": px(plot.right), "y1": px(y), "y2": px(y), "stroke": "#e3e3e3"])
      svg.element("text", ["x": px(plot.left - 8), "y": px(y + 4), "text-anchor": "end"], text: axis.label(tick))
    }
  }

  private static func superscript(_ number: Int) -> String {
    let digits: [Character: String] = [
      "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
    ]
    return String(number).compactMap { digits[$0] }.joined()
  }

  /// The line where values are zero, or the bottom when zero is not shown.
  private func drawZero(_ svg: inout SVG) {
    let y = plot.bottom - axis.position(0) * plot.height
    svg.element("line", ["x1": px(plot.left), "x2": px(plot.right), "y1": px(y), "y2": px(y), "stroke": "#888"])
  }

  private func drawLabels(_ svg: inout SVG) {
    guard !input.labels.isEmpty, !input.series.isEmpty else {
      svg.element(
        "text",
        ["x": px((plot.left + plot.right) / 2), "y": px((plot.top + plot.bottom) / 2), "text-anchor": "middle"],
        text: "no data")
      return
    }
    let isCrowded = Self.isCrowded(input.labels)
    // Slanted labels need their height and a little air each.
    let every = isCrowded ? max(Int((18 / slot).rounded(.up)), 1) : 1
    for index in stride(from: 0, to: input.labels.count, by: every) {
      let x = middle(index)
      let text = SVG.fit(input.labels[index], width: isCrowded ? 90 : slot, size: Self.small)
      if isCrowded {
        svg.element(
          "text",
          [
            "x": px(x), "y": px(plot.bottom + 16), "text-anchor": "end",
            "transform": "rotate(-40 \(px(x)) \(px(plot.bottom + 16)))",
          ], text: text)
      } else {
        svg.element("text", ["x": px(x), "y": px(plot.bottom + 20), "text-anchor": "middle"], text: text)
      }
    }
  }

  /// Whether labels do not fit beside each other.
  private static func isCrowded(_ labels: [String]) -> Bool {
    guard !labels.isEmpty else { return false }
    let slot = Double(width - 100) / Double(labels.count)
    return labels.contains { SVG.width(of: $0, size: small) > slot - 4 }
  }

  // MARK: Values

  private var slot: Double { plot.width / Double(max(input.labels.count, 1)) }

  private func middle(_ index: Int) -> Double { plot.left + (Double(index) + 0.5) * slot }

  private func drawBars(_ svg: inout SVG) {
    let zero = plot.bottom - axis.position(0) * plot.height
    let bar = slot * 0.8 / Double(max(input.series.count, 1))
    for (number, series) in input.series.enumerated() {
      svg.element("g", ["fill": Self.palette[number % Self.palette.count]]) { svg in
        for (index, value) in series.values.enumerated() {
          guard let value else { continue }
          let y = plot.bottom - axis.position(value) * plot.height
          let x = middle(index) - slot * 0.4 + Double(number) * bar
          svg.element(
            "rect",
            ["x": px(x), "y": px(min(y, zero)), "width": px(max(bar - 1, 0.5)), "height": px(abs(y - zero))]
          ) { $0.element("title", text: hint(series, index, value)) }
        }
      }
    }
  }

  private func drawLines(_ svg: inout SVG) {
    for (number, series) in input.series.enumerated() {
      let colour = Self.palette[number % Self.palette.count]
      var path = ""
      var isDrawing = false
      for (index, value) in series.values.enumerated() {
        // A missing value is a gap.
        guard let value else {
          isDrawing = false
          continue
        }
        let y = plot.bottom - axis.position(value) * plot.height
        path += "\(isDrawing ? "L" : "M")\(px(middle(index))) \(px(y))"
        isDrawing = true
      }
      if !path.isEmpty {
        svg.element(
          "path", ["d": path, "fill": "none", "stroke": colour, "stroke-width": "2", "stroke-linejoin": "round"])
      }
      guard input.labels.count <= 100 else { continue }
      svg.element("g", ["fill": colour]) { svg in
        for (index, value) in series.values.enumerated() {
          guard let value else { continue }
          let y = plot.bottom - axis.position(value) * plot.height
          svg.element("circle", ["cx": px(middle(index)), "cy": px(y), "r": "3"]) {
            $0.element("title", text: hint(series, index, value))
          }
        }
      }
    }
  }

  /// What is shown when somebody points at a value.
  private func hint(_ series: ChartRender.Input.Series, _ index: Int, _ value: Double) -> String {
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    return [input.labels[index], series.name ?? ""].filter { !$0.isEmpty }.joined(separator: ", ") + ": " + number
  }
}

/// A length in pixels, as SVG text.
func px(_ value: Double) -> String {
  let text = fixed(value, decimals: 2)
  return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
}
