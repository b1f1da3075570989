extension JSONDecimal {
  /// Decimal digits from the first to the last that is not zero; 0 for zero.
  package var significantDigits: Int {
    digits.isEmpty ? 0 : digits.count - (digits.contains(point) ? 1 : 0)
  }

  /// What ``isMultiple(of:)`` takes as a divisor at most.
  package static let maxDivisorDigits = 37

  /// Whether this is `divisor` times an integer, exactly.
  ///
  /// Both numbers are an integer times a power of ten. This one's digits are taken one by one modulo the divisor's
  /// integer, and the power of ten that is left is raised modulo it as well, so exponents of any size cost nothing.
  /// - Precondition: `divisor` is not zero and has at most ``maxDivisorDigits`` significant digits.
  package func isMultiple(of divisor: JSONDecimal) -> Bool {
    precondition(!divisor.isZero && divisor.significantDigits <= Self.maxDivisorDigits)
    if isZero { return true }
    // The last significant digit is not zero, so there is no factor ten to give away.
    guard scale >= divisor.scale else { return false }
    if divisor.significantDigits <= 18 {
      let modulus = divisor.remainder(UInt64.max)
      let rest = modular(remainder(modulus), times: power(of: 10, scale - divisor.scale, modulus), modulus)
      return rest == 0
    }
    let modulus = divisor.remainder(UInt128.max)
    let rest = modular(remainder(modulus), times: power(of: 10, scale - divisor.scale, modulus), modulus)
    return rest == 0
  }

  /// The digits as an integer, modulo `modulus`, which is small enough that ten times it does not overflow or is larger
  /// than the integer.
  private func remainder<Integer: FixedWidthInteger & UnsignedInteger>(_ modulus: Integer) -> Integer {
    var rest: Integer = 0
    for position in digits where position != point {
      rest = (rest &* 10 &+ Integer(truncatingIfNeeded: bytes[position] & 0x0F)) % modulus
    }
    return rest
  }

  private func power<Integer: FixedWidthInteger & UnsignedInteger>(
    of base: Integer, _ exponent: Int, _ modulus: Integer
  ) -> Integer {
    var result = 1 % modulus
    var square = base % modulus
    var exponent = exponent
    while exponent > 0 {
      if exponent & 1 == 1 { result = modular(result, times: square, modulus) }
      square = modular(square, times: square, modulus)
      exponent >>= 1
    }
    return result
  }

  /// A product modulo `modulus`; both factors are smaller than it, and it is at most a tenth of what fits, so doubling
  /// and adding cannot overflow.
  private func modular<Integer: FixedWidthInteger & UnsignedInteger>(
    _ factor: Integer, times other: Integer, _ modulus: Integer
  ) -> Integer {
    let (product, overflows) = factor.multipliedReportingOverflow(by: other)
    if !overflows { return product % modulus }
    var result: Integer = 0
    var addend = factor
    var bits = other
    while bits > 0 {
      if bits & 1 == 1 { result = (result + addend) % modulus }
      addend = (addend + addend) % modulus
      bits >>= 1
    }
    return result
  }
}
