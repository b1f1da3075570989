import Testing

@testable import SkillSchema

struct PatternTests {
  @Test(arguments: [
    ("", "", true), ("", "x", true), ("a", "xay", true), ("a", "xyz", false), ("^a", "ba", false), ("a$", "ab", false),
    ("a$", "a\n", false), ("^$", "", true), ("^$", "x", false), ("^[a-z0-9_-]{1,64}$", "weather_daily", true),
    ("^[a-z0-9_-]{1,64}$", "", false), ("^a{2,3}$", "a", false), ("^a{2,3}$", "aaa", true), ("^a{2,3}$", "aaaa", false),
    ("^a{2,}$", "aaaaaa", true), ("^(ab|cd)+$", "abcdab", true), ("^(ab|cd)+$", "abc", false), ("a|b|", "zzz", true),
    ("^(?:x|y)?z$", "z", true), ("^(a*)*$", "aaaa", true), ("^(a*)*$", "ab", false), ("^(a|b*)*c$", "abbac", true),
    (".", "\n", false), (".", "\u{2028}", false), ("^.$", "😀", true), ("^..$", "天气", true), ("[]", "a", false),
    ("[^]", "\n", true), ("[^a]", "a", false), ("[\\b]", "\u{8}", true), ("[a\\-z]", "-", true), ("[-a]", "-", true),
    ("[a-]", "-", true), ("[\\w.]", ".", true), ("^\\w+$", "aZ_9", true), ("^\\W$", "é", true),
    ("^\\s$", "\u{FEFF}", true),
    ("^\\S$", "\u{FEFF}", false), ("^\\x41\\u0042\\u{43}$", "ABC", true), ("^\\ud83d\\ude00$", "😀", true),
    ("^\\cJ$", "\n", true), ("^\\0$", "\0", true), ("^\\/\\.\\-$", "/.-", true), ("^{a}]$", "{a}]", true),
    ("^a{,3}$", "a{,3}", true), ("^\\p{L}+$", "天é", true), ("^\\p{Lu}$", "é", false), ("^\\P{L}$", "1", true),
    ("^[\\p{Nd}x]$", "৪", true), ("^\\p{gc=Lu}$", "É", true), ("^\\p{Alphabetic}$", "é", true),
    ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concatenate", false), ("\\Bcat", "concat", true), ("^\\b", "", false),
    ("\\b$", "a", true), ("^\\B$", "", true), ("x*?y", "xxy", true), ("^a+?$", "aa", true),
    ("(?<year>\\d{4})-", "2026-", true),
    ("^(?=.*\\d)(?=.*[a-z]).{8,}$", "abcdefg1", true), ("^(?=.*\\d)(?=.*[a-z]).{8,}$", "abcdefgh", false),
    ("^(?!test)\\w+$", "testing", false), ("^(?!test)\\w+$", "attest", true), ("(?<=\\$)\\d+", "cost $5", true),
    ("(?<=\\$)\\d+", "cost 5", false), ("(?<!\\$)\\b\\d+", "cost $5", false), ("(?<!\\$)\\b\\d+", "cost 5", true),
    ("(?<=a+)b", "aab", true), ("^(?=(?!b).)", "b", false), ("^(?=(?!b).)", "a", true), ("a(?=b$)", "ab", true),
    ("a(?=b$)", "abc", false), ("^(?:(?=a)[ab])+$", "aaa", true), ("^(?:(?=a)[ab])+$", "aba", false),
    ("^((a{0,10}){0,10}){0,10}$", "aaa", true), ("(){1000000}", "x", true), ("a.{20}b", "a12345678901234567890b", true),
  ])
  func matching(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == isMatch)
  }

  @Test(arguments: [
    ("(", "column 1: '(' without ')'"), ("a)", "column 2: ')' without '('"), ("[a", "column 3: '[' without ']'"),
    ("*a", "column 1: there is nothing before '*' to repeat"),
    ("a**", "column 3: there is nothing before '*' to repeat"),
    ("{2}", "column 1: there is nothing before '{' to repeat"),
    ("a{3,2}", "column 2: the numbers of a repetition are in the wrong order"),
    ("[z-a]", "column 5: the ends of a range are in the wrong order"),
    ("[\\d-z]", "column 4: a range cannot begin with a class"), ("\\a", "column 1: '\\a' has no meaning in ECMAScript"),
    ("\\Z", "column 1: '\\Z' has no meaning in ECMAScript"), ("\\", "column 1: a backslash at the end"),
    ("\\u12", "column 1: \\u must be followed by four digits"), ("\\01", "column 1: octal escapes are not taken"),
    ("(?i)a", "column 3: expected one of : = ! <= <! or a name in < > after '(?'"),
    ("(?P<n>a)", "column 3: expected one of : = ! <= <! or a name in < > after '(?'"),
    ("(?i:a)", "column 1: flags inside of the pattern is not supported"),
    ("(a)\\1", "column 1: a backreference is not supported"), ("\\1", "column 3: there is no group 1"),
    ("(?<n>a)\\k<n>", "column 1: a backreference is not supported"), ("\\k<n>", "column 6: there is no group named n"),
    ("(?<n>a)(?<n>b)", "column 13: there are two groups named n"), ("^*", "column 3: an assertion cannot be repeated"),
    ("\\p{Script=Han}", "column 1: the property Script=Han is not known here (scripts are not; write ranges)"),
    ("((a{1000}){1000}){1000}", "column 1: the pattern is too large (its repetitions are written out)"),
    (
      String(repeating: "(", count: 101) + String(repeating: ")", count: 101),
      "column 101: groups are nested more than 100 deep"
    ),
  ])
  func refused(pattern: String, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["(?<name>x)", "(?<n>a)\\k<n>", "(?<=a+)b", "[]", "[^]", "\\cA", "([abc])+\\s+$", "(a)\\1"])
  func validThoughNotAllSupported(pattern: String) {
    #expect(Pattern.isValid(pattern))
  }

  /// Each of these takes for ever, or much too long, in a matcher that backtracks.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("^(a+)+$", "a"), ("^(a|a)*$", "a"), ("^(a|aa)+$", "a"), ("(x+x+)+y", "x"), ("^(([a-z])+.)+[A-Z]([a-z])+$", "a"),
      ("^(.*)*$x", "a"), ("(?=(a+)+$)b", "a"), ("a.{500}b", "a"), ("(a?){500}a{500}$", "a"),
    ])
  func hostilePatternsEnd(pattern: String, letter: String) throws {
    let compiled = try Pattern(pattern)
    let text = String(repeating: letter, count: 4_000) + "!"
    var budget = 50_000_000
    #expect(compiled.matches(Array(text.utf8).span, budget: &budget) != true)
  }

  @Test func budgetEnds() throws {
    let compiled = try Pattern("(a?){500}a{500}b")
    var budget = 10_000
    #expect(compiled.matches([UInt8](repeating: 0x61, count: 5000).span, budget: &budget) == nil)
    #expect(budget <= 0)
  }

  @Test func patternsThatMatchNothing() throws {
    #expect(try Pattern("a^").matchesNothing)
    #expect(try Pattern("$a").matchesNothing)
    #expect(try Pattern("x[]").matchesNothing)
    #expect(try Pattern("\\ud800").matchesNothing == false)
    #expect(try Pattern("a|b").matchesNothing == false)
  }
}
