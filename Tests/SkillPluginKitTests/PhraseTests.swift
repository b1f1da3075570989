import SkillPluginKit
import Testing

@Suite struct PhraseTests {
  @Test(arguments: [
    ("7", 7), ("007", 7), ("seven", 7), ("Twenty", 20), ("零", 0), ("〇", 0), ("三", 3), ("两", 2), ("十", 10), ("十六", 16),
    ("二十", 20), ("二十一", 21), ("一百", 100), ("一百零五", 105), ("九百九十九", 999),
  ])
  func numbers(text: String, value: Int) {
    #expect(PhraseNumber.parse(text) == value)
  }

  @Test(arguments: ["", "7a", "sevens", "十百", "百", "三四", "一十十", "1234567890", "零百", "年"])
  func notNumbers(text: String) {
    #expect(PhraseNumber.parse(text) == nil)
  }

  @Test(arguments: [
    ("forecast for the next 3 days", 3), ("the NEXT THREE DAYS please", 3), ("next-16-days", 16),
    ("北京未来三天天气怎么样", 3), ("北京未来 10 天天气", 10), ("未来十六天", 16), ("未来３天", 3),
  ])
  func patternWithANumber(text: String, days: Int) {
    var phrase = Phrase(text)
    #expect(phrase.take(["next # days", "未来#天"]) == [days])
  }

  @Test(arguments: ["next days", "next seventy days", "nextthree days", "未来天", "next \"3\" days", "", "#"])
  func patternThatDoesNotFit(text: String) {
    var phrase = Phrase(text)
    #expect(phrase.take(["next # days", "未来#天", ""]) == nil)
  }

  @Test func wordsAreWhole() {
    var phrase = Phrase("Berlin in spring")
    #expect(phrase.take(["in"]) == [])
    #expect(phrase.rest == ["Berlin", "spring"])
    #expect(!phrase.contains(["in"]))
  }

  @Test func whatIsLeftIsAsWritten() {
    var phrase = Phrase("What's the weather in Stratford-upon-Avon, tomorrow? 还有 三亚市!")
    #expect(phrase.takeAll(["what's", "the", "weather", "in", "tomorrow", "还有"]) == 6)
    #expect(phrase.rest == ["Stratford-upon-Avon", "三亚市"])
  }

  @Test func runAfterAPattern() {
    var phrase = Phrase("count in São Paulo today")
    _ = phrase.take(["today"])
    #expect(phrase.run(after: ["in"]) == "São Paulo")
    #expect(phrase.run(after: ["today"]) == nil)
    #expect(Phrase("in, Paris").run(after: ["in"]) == "Paris")
    #expect(Phrase("in").run(after: ["in"]) == nil)
  }

  @Test func everythingAfterAPattern() {
    #expect(Phrase("Count the words in: one, two.  ").everything(after: ["words in"]) == "one, two.")
    #expect(Phrase("统计字数：你好，世界").everything(after: ["字数"]) == "你好，世界")
    #expect(Phrase("count the words in").everything(after: ["words in"]) == nil)
  }

  @Test func quotations() {
    let phrase = Phrase(#"find "annual report" and “next # days” in 「文档」 or " open"#)
    #expect(phrase.quotations == ["annual report", "next # days", "文档"])
    #expect(phrase.rest == ["find", "and", "in", "or", "open"])
  }

  @Test func longAndOddText() {
    let many = Phrase(String(repeating: "days \"", count: 100_000))
    #expect(many.rest.count <= 2000)
    #expect(Phrase("👨‍👩‍👧 e\u{301} \u{0}").rest == ["e\u{301}"])
  }
}
