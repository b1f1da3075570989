import Glibc

/// The value axis: where it starts and ends, and the round numbers that are written beside it.
///
/// Values are divided by `unit`, a power of ten that is 1 for numbers people write out. So the arithmetic is done with
/// numbers of ordinary size even when values are as large as a `Double` can be, where their difference would be infinite.
struct Axis {
  /// Ends of the axis, in units.
  let low: Double
  let high: Double
  /// The distance of two ticks, in units: 1, 2, 2.5 or 5 times a power of ten.
  let step: Double
  /// The power of ten of a unit.
  let exponent: Int
  private let unit: Double

  /// An axis for values, about five ticks long. With `includesZero` it reaches zero, as bars must.
  init(_ values: [Double], includesZero: Bool) {
    let largest = values.reduce(0) { max($0, abs($1)) }
    // Values below 1e-290 are drawn as zero: dividing by their power of ten would not be exact any more.
    let isZero = largest < 1e-290
    let magnitude = isZero ? 0 : Int(floor(log10(largest)))
    exponent = (-4...8).contains(magnitude) ? 0 : magnitude
    unit = pow(10, Double(exponent))

    let scaled = values.map { [unit] in isZero ? 0 : $0 / unit }
    var low = scaled.min() ?? 0
    var high = scaled.max() ?? 0
    // Zero is shown when it is near enough; a line far from it may use the whole height.
    let isNearZero = low > 0 ? low < (high - low) * 2 : high < 0 && -high < (high - low) * 2
    if includesZero || isNearZero {
      low = min(low, 0)
      high = max(high, 0)
    }
    if high - low <= max(abs(low), abs(high)) * 1e-9 {
      // One value only, and for bars it is zero: make room around it, or above it.
      let room = high == 0 ? 1 : abs(high) / 2
      if !includesZero { low -= room }
      high += room
    }
    step = Self.niceStep((high - low) / 5)
    self.low = (low / step + 1e-9).rounded(.down) * step
    self.high = (high / step - 1e-9).rounded(.up) * step
  }

  /// The smallest round number that is not less than a rough step.
  private static func niceStep(_ rough: Double) -> Double {
    let power = pow(10, floor(log10(rough)))
    for factor in [1, 2, 2.5, 5] where factor * power >= rough * 0.999_999 { return factor * power }
    return 10 * power
  }

  /// The ticks in units, lowest first.
  var ticks: [Double] {
    let count = Int(((high - low) / step).rounded())
    return (0...min(max(count, 1), 20)).map { low + Double($0) * step }
  }

  /// Where a value lies: 0 at the low end, 1 at the high end.
  func position(_ value: Double) -> Double { min(max((value / unit - low) / (high - low), 0), 1) }

  /// A tick as text, with as many decimals as the step needs.
  func label(_ tick: Double) -> String {
    // Zero is not "-0", and sums of steps are not exact.
    fixed(abs(tick) < step * 1e-6 ? 0 : tick, decimals: decimals, grouped: true)
  }

  private var decimals: Int {
    for decimals in 0..<6 {
      let scaled = step * pow(10, Double(decimals))
      if abs(scaled - scaled.rounded()) < scaled * 1e-6 { return decimals }
    }
    return 6
  }
}

/// A number of moderate size with a fixed number of decimals, and commas between thousands when `grouped`.
func fixed(_ value: Double, decimals: Int, grouped: Bool = false) -> String {
  let scaled = (abs(value) * pow(10, Double(decimals))).rounded()
  guard scaled < 9e15 else { return "\(value)" }
  var digits = String(Int(scaled))
  digits = String(repeating: "0", count: max(decimals + 1 - digits.count, 0)) + digits
  var whole = String(digits.dropLast(decimals))
  if grouped {
    var groups: [Substring] = []
    var rest = whole[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    whole = ([rest] + groups).joined(separator: ",")
  }
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return sign + whole + (decimals == 0 ? "" : "." + digits.suffix(decimals))
}
