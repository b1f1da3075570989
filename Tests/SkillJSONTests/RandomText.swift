/// Makes valid JSON of every shape.
struct RandomText {
  var random: SeededGenerator

  mutating func value(depth: Int) -> String {
    let space = ["", "", " ", "\n  ", "\t", "\r\n"]
    let body: String
    switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &random) {
    case 0: body = ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1, 2: body = number()
    case 3, 4, 5: body = string()
    case 6:
      body =
        "[" + (0..<Int.random(in: 0..<6, using: &random)).map { _ in value(depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in string() + ":" + value(depth: depth + 1) }
      body = "{" + members.joined(separator: ",") + "}"
    }
    return (space.randomElement(using: &random) ?? "") + body + (space.randomElement(using: &random) ?? "")
  }

  private mutating func number() -> String {
    let forms = ["0", "-0", "1e400", "-1.5E-3", "0.1", "123456789012345678901234567890", "1E+2", "9007199254740993"]
    if Bool.random(using: &random) { return forms.randomElement(using: &random) ?? "0" }
    return String(Int.random(in: Int.min...Int.max, using: &random))
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "key", "\\n", "\\\"", "\\\\", "\\u0041", "\\ud83d\\ude00", "\\u0000", "é", "天气", "😀", " ",
      "longer than eight",
      "\\/", "e\u{301}", "\u{7F}", "\\u00e9", "\u{FFFF}",
    ]
    return "\""
      + (0..<Int.random(in: 0..<5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }
}
