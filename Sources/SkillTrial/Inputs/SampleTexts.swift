/// Texts that programs trip over.
enum SampleTexts {
  static let awkward: [String] = [
    "", " ", "a", "0", "-1", "null", "\0", "a\0b", "\n", "line\r\nline\ttab", "\"quoted\" \\ /", "%s%n%d",
    "../../etc/passwd",
    "/", "~", "*", "'; --", "<script>", "NaN", "中文", "é", "e\u{301}", "ß", "İ", "👩‍👩‍👧‍👦", "🇨🇳", "\u{202E}abc", "\u{FEFF}",
    "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}", "\u{200B}", "\u{1b}[31m", "a\u{301}\u{302}\u{303}\u{304}\u{305}",
  ]

  /// What fits a `format`, plain and at the edges.
  static func formatted(_ format: String) -> [String] {
    switch format {
    case "date-time":
      [
        "2026-03-01T09:30:00Z", "2024-02-29T23:59:59.999+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00",
        "2016-12-31T23:59:60Z",
      ]
    case "date": ["2026-03-01", "2024-02-29", "0001-01-01", "9999-12-31"]
    case "time": ["09:30:00Z", "23:59:59.999999+05:30", "00:00:00-00:00"]
    case "duration": ["P1DT12H", "PT0S", "P9999Y", "P3W"]
    case "email": ["ada@example.com", "a+b@sub.example.org"]
    case "idn-email": ["ada@example.com", "实例@例子.测试"]
    case "hostname": ["www.example.com", "localhost", "xn--fsqu00a.example"]
    case "idn-hostname": ["www.example.com", "例子.测试"]
    case "ipv4": ["192.0.2.1", "0.0.0.0", "255.255.255.255"]
    case "ipv6": ["2001:db8::1", "::", "::ffff:192.0.2.1"]
    case "uri": ["https://example.com/page?q=1#part", "mailto:ada@example.com", "urn:a:b", "file:///etc/passwd"]
    case "iri": ["https://example.com/page", "https://例子.测试/路径"]
    case "uri-reference", "iri-reference": ["/page", "", "#part", "https://example.com/"]
    case "uri-template": ["/users/{id}", "plain"]
    case "uuid": ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "00000000-0000-0000-0000-000000000000"]
    case "json-pointer": ["", "/days/0", "/a~1b/~0"]
    case "relative-json-pointer": ["0", "1/name", "0#"]
    case "regex": ["^[a-z]+$", "", "(a|b)*"]
    default: []
    }
  }

  /// Exactly so many characters.
  static func ofLength(_ length: Int, wide: Bool) -> String {
    guard wide else { return String(repeating: "a", count: length) }
    let cycle: [Unicode.Scalar] = ["中", "é", "😀", "a"]
    var scalars = String.UnicodeScalarView()
    for index in 0..<length { scalars.append(cycle[index % cycle.count]) }
    return String(scalars)
  }
}
