/// A number exactly as it is written: a sign, decimal digits and a power of ten. Nothing is ever rounded.
///
/// Numbers of any length are compared digit by digit where they stand, so nothing is allocated and nothing overflows.
/// Exponents saturate at ±10^17: two numbers that differ only beyond that count as equal.
package struct JSONDecimal: Sendable {
  /// Where the digits are; it may contain a decimal point, which is skipped.
  let bytes: [UInt8]
  /// From the first digit that is not zero to the last that is not zero; empty for zero.
  let digits: Range<Int>
  /// Index of the decimal point, or where it would be.
  let point: Int
  package let isNegative: Bool
  /// The power of ten of the first digit; 0 for zero.
  package let magnitude: Int
  /// The power of ten of the last digit; 0 for zero.
  package let scale: Int

  static let largestExponent = 100_000_000_000_000_000

  /// `range` must be a number that the parser has checked.
  init(bytes: [UInt8], range: Range<Int>) {
    var position = range.lowerBound
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var first: Int?
    var last = position
    var point: Int?
    scan: while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "0"): break
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        if first == nil { first = position }
        last = position
      case UInt8(ascii: "."): point = position
      default: break scan
      }
      position += 1
    }
    self.bytes = bytes
    self.point = point ?? position
    guard let first else {
      self.isNegative = false
      digits = 0..<0
      magnitude = 0
      scale = 0
      return
    }
    self.isNegative = isNegative
    digits = first..<last + 1
    let exponent = Self.exponent(bytes[position..<range.upperBound])
    // Offsets are below 2^30, exponents at most 10^17: no overflow.
    magnitude = exponent + (first < self.point ? self.point - first - 1 : self.point - first)
    scale = exponent + (last < self.point ? self.point - last - 1 : self.point - last)
  }

  /// `e+12` and the like; empty is 0.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    var value = 0
    var isNegative = false
    for byte in text.dropFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      default: value = min(value * 10 + Int(byte & 0x0F), largestExponent)
      }
      if value == largestExponent { break }
    }
    return isNegative ? -value : value
  }

  package var isZero: Bool { digits.isEmpty }
  package var isInteger: Bool { scale >= 0 }

  /// The value when it is an integer that fits.
  package func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    guard !isZero else { return 0 }
    // An integer of n bits has fewer than n / 3 digits.
    guard scale >= 0, magnitude <= Integer.bitWidth / 3, !isNegative || Integer.isSigned else { return nil }
    var value: Integer = 0
    for position in digits where position != point {
      guard let next = appending(Integer(truncatingIfNeeded: bytes[position] & 0x0F), to: value) else { return nil }
      value = next
    }
    for _ in 0..<scale {
      guard let next = appending(0, to: value) else { return nil }
      value = next
    }
    return value
  }

  /// Goes away from zero in the direction of the sign, so that the smallest integer, which has no positive
  /// counterpart, is no special case.
  private func appending<Integer: FixedWidthInteger>(_ digit: Integer, to value: Integer) -> Integer? {
    let (product, overflows) = value.multipliedReportingOverflow(by: 10)
    let (sum, overflowsToo) =
      isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
    return overflows || overflowsToo ? nil : sum
  }
}

extension JSONDecimal: Comparable {
  package static func == (left: Self, right: Self) -> Bool {
    left.isNegative == right.isNegative && left.magnitude == right.magnitude && left.scale == right.scale
      && left.isZero == right.isZero && compareDigits(left, right) == 0
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.sign != right.sign { return left.sign < right.sign }
    if left.isZero { return false }
    let order = left.magnitude != right.magnitude ? left.magnitude - right.magnitude : compareDigits(left, right)
    return left.isNegative ? order > 0 : order < 0
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  /// Compares digits of numbers of the same magnitude from the first on.
  private static func compareDigits(_ left: Self, _ right: Self) -> Int {
    var first = left.digits.lowerBound
    var second = right.digits.lowerBound
    while first < left.digits.upperBound, second < right.digits.upperBound {
      if first == left.point { first += 1 }
      if second == right.point { second += 1 }
      let difference = Int(left.bytes[first]) - Int(right.bytes[second])
      if difference != 0 { return difference }
      first += 1
      second += 1
    }
    // The last digit is not zero, so the number with digits left over is the larger one.
    return (left.digits.upperBound - first) - (right.digits.upperBound - second)
  }
}

extension JSON {
  /// The exact number; nil when this is not one.
  package var decimal: JSONDecimal? {
    let entry = entry
    return entry.kind == .number ? JSONDecimal(bytes: document.bytes, range: entry.range) : nil
  }
}
