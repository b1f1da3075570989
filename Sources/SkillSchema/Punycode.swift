/// RFC 3492. Labels are at most 63 bytes long, so the quadratic insertions do not matter.
enum Punycode {
  private static let base = 36
  private static let maxCount = 63

  /// The scalars of a label after `xn--`; nil when it is not valid.
  static func decode(_ text: some StringProtocol) -> [UInt32]? {
    var input = Array(text.utf8)[...]
    guard input.count <= maxCount, input.allSatisfy({ $0 < 0x80 }) else { return nil }
    var output: [UInt32] = []
    if let hyphen = input.lastIndex(of: UInt8(ascii: "-")) {
      output = input[..<hyphen].map(UInt32.init)
      input = input[(hyphen + 1)...]
    }
    var code = 128
    var position = 0
    var bias = 72
    while !input.isEmpty {
      let start = position
      var weight = 1
      var step = base
      while true {
        guard let byte = input.popFirst(), let digit = digit(byte) else { return nil }
        // At most 63 digits below 36 with weights that grow by less than 36: overflow is caught, not assumed away.
        let (product, over) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overToo) = position.addingReportingOverflow(product)
        guard !over, !overToo else { return nil }
        position = sum
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        let (next, tooLarge) = weight.multipliedReportingOverflow(by: base - threshold)
        guard !tooLarge else { return nil }
        weight = next
        step += base
      }
      bias = adapt(position - start, count: output.count + 1, isFirst: start == 0)
      let (sum, over) = code.addingReportingOverflow(position / (output.count + 1))
      guard !over, sum <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(sum)) else { return nil }
      code = sum
      position %= output.count + 1
      output.insert(scalar.value, at: position)
      position += 1
    }
    return output
  }

  /// What stands after `xn--`; nil when the label is too long to be one.
  static func encode(_ scalars: [UInt32]) -> [UInt8]? {
    guard scalars.count <= maxCount else { return nil }
    var output = scalars.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basic = output.count
    var done = basic
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var code = 128
    var delta = 0
    var bias = 72
    while done < scalars.count {
      guard let next = scalars.lazy.map(Int.init).filter({ $0 >= code }).min() else { return nil }
      // Code points below 2^21 and at most 63 of them: far from overflow.
      delta += (next - code) * (done + 1)
      code = next
      for scalar in scalars {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        var rest = delta
        var step = base
        while true {
          let threshold = min(max(step - bias, 1), 26)
          if rest < threshold { break }
          output.append(letter(threshold + (rest - threshold) % (base - threshold)))
          rest = (rest - threshold) / (base - threshold)
          step += base
        }
        output.append(letter(rest))
        bias = adapt(delta, count: done + 1, isFirst: done == basic)
        delta = 0
        done += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - 0x61)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - 0x41)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - 0x30) + 26
    default: nil
    }
  }

  private static func letter(_ digit: Int) -> UInt8 { UInt8(digit < 26 ? 0x61 + digit : 0x30 + digit - 26) }

  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step = 0
    while delta > (base - 1) * 26 / 2 {
      delta /= base - 1
      step += base
    }
    return step + base * delta / (delta + 38)
  }
}
