import SkillCommand
import SkillSystem
import Testing

@Suite("Text on a terminal")
struct TextTests {
  @Test(
    "columns of a text",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("天气", 4), ("ｗｉｄｅ", 8), ("한국어", 6), ("🌧", 1), ("🌧\u{FE0F}", 2),
      ("🙂", 2),
      ("👩‍👩‍👧", 2), ("a\u{200B}b", 2), ("🇩🇪", 2), ("—", 1),
    ])
  func columns(text: String, expected: Int) { #expect(TextWidth.columns(text) == expected) }

  @Test(
    "cutting never splits a character",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("天气预报", 8, "天气预报"), ("天气预报", 7, "天气预…"), ("天气预报", 6, "天气…"),
      ("abc", 1, "…"), ("abc", 0, ""), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
    ])
  func cut(text: String, limit: Int, expected: String) { #expect(TextWidth.cut(text, to: limit) == expected) }

  @Test("a table lines up whatever its letters are")
  func table() {
    var table = Table(header: ["IDENTIFIER", "STATE", "WHAT IT DOES"])
    table.add(["天气.预报", "enabled", "the weather"])
    table.add(["a.b", "disabled", "something much longer than fits into the line"])
    #expect(
      table.render(width: 44) { cell, _, _ in cell } == """
        IDENTIFIER  STATE     WHAT IT DOES
        天气.预报   enabled   the weather
        a.b         disabled  something much longer…

        """)
    #expect(table.render(width: nil) { cell, _, _ in cell }.contains("longer than fits into the line\n"))
  }

  @Test(
    "what could trick a reader is made visible",
    arguments: [
      ("plain 天气", "plain 天气"), ("\u{1b}[31mred", "\\u{1b}[31mred"), ("a\u{202E}b", "a\\u{202e}b"),
      ("two\nlines", "two\\u{a}lines"), ("\u{9b}2J", "\\u{9b}2J"),
    ])
  func visible(text: String, expected: String) { #expect(SafeText.visible(text) == expected) }

  @Test("JSON stays the same value")
  func safeJSON() {
    #expect(SafeText.json("{\"a\":\"\u{9b}2J\u{202E}天\"}") == #"{"a":"\u009b2J\u202e天"}"#)
    #expect(SafeText.json("{\n  \"a\": 1\n}") == "{\n  \"a\": 1\n}")
  }

  @Test("words wrap at the width")
  func wrap() {
    #expect(HelpText.wrap("one two three four", width: 24, indent: 4) == "    one two three four")
    #expect(HelpText.wrap("one two three four five", width: 24, indent: 4) == "    one two three four\n    five")
    #expect(HelpText.wrap("first\nsecond", width: 80, indent: 2) == "  first\n  second")
  }

  @Test("an error is one line whatever it says")
  func report() {
    let error = Output(memoryAsTerminalOfWidth: 80, colours: true)
    let context = CommandContext(environment: [:], output: Output(), error: error)
    context.report(SkillError(.bug, "first\nsecond \u{1b}[2J", hint: "try\tthis"))
    #expect(error.text == "\u{1b}[31merror[internal]:\u{1b}[0m first\\u{a}second \\u{1b}[2J; hint: try\\u{9}this\n")
  }
}

@Suite("The progress line")
struct ProgressLineTests {
  @Test("shows a bar, a note, or both; nothing without a terminal")
  func text() {
    let terminal = Output(memoryAsTerminalOfWidth: 60)
    let line = ProgressLine(on: terminal)
    line.show(0.5, "12 of 40 files")
    line.show(nil, "thinking \u{1b}[1m")
    line.show(7, "")
    line.clear()
    line.clear()
    #expect(
      terminal.text == "\r\u{1b}[K[##########----------]  50%  12 of 40 files"
        + "\r\u{1b}[Kthinking \\u{1b}[1m" + "\r\u{1b}[K[####################] 100%" + "\r\u{1b}[K")
    let file = Output()
    ProgressLine(on: file).show(0.5, "x")
    #expect(file.text == "")
  }
}
