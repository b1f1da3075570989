/// Host names: labels of letters, digits and hyphens (RFC 1123), and internationalised ones (RFC 5890 and following).
enum HostFormats {
  static func isHostname(_ text: Span<UInt8>, international: Bool) -> Bool {
    if international { return InternationalHost.isValid(string(text)) }
    guard 1...253 ~= text.count else { return false }
    var start = 0
    while true {
      let end = FormatBytes.first(UInt8(ascii: "."), text, start..<text.count) ?? text.count
      guard isLabel(text, start..<end) else { return false }
      if end == text.count { return true }
      start = end + 1
    }
  }

  static func isLabel(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard 1...63 ~= range.count else { return false }
    for index in range {
      let byte = text[index]
      let isInside = index > range.lowerBound && index < range.upperBound - 1
      guard
        FormatBytes.isLetter(byte) || FormatBytes.isDigit(byte) || isInside && byte == UInt8(ascii: "-")
      else { return false }
    }
    guard range.count >= 4, text[range.lowerBound + 2] == UInt8(ascii: "-"),
      text[range.lowerBound + 3] == UInt8(ascii: "-")
    else { return true }
    // Two hyphens at the third place are for encoded labels only.
    let label = string(text.extracting(range)).lowercased()
    return label.hasPrefix("xn--") && InternationalHost.isEncodedLabel(label)
  }
}
