import CSkillABI
import FakeSkillHost
import SkillJSON
import Testing

@Suite struct TextStatisticsTests {
  struct Counts: Equatable {
    var characters, words, lines, sentences, bytes: Int

    init(_ characters: Int, _ words: Int, _ lines: Int, _ sentences: Int, _ bytes: Int) {
      (self.characters, self.words, self.lines) = (characters, words, lines)
      (self.sentences, self.bytes) = (sentences, bytes)
    }

    init(_ json: JSON) throws {
      func number(_ name: String) throws -> Int { try #require(json[name]?.int) }
      try self.init(
        number("characters"), number("words"), number("lines"), number("sentences"), number("bytes"))
    }
  }

  @Test(arguments: [
    ("", Counts(0, 0, 0, 0, 0)), (" ", Counts(1, 0, 1, 0, 1)), ("\n", Counts(1, 0, 1, 0, 1)),
    ("Hello, world!", Counts(13, 2, 1, 1, 13)), ("a\nb", Counts(3, 2, 2, 1, 3)), ("a\r\nb\r\n", Counts(6, 2, 2, 1, 6)),
    ("a\rb\u{2028}c\u{85}", Counts(6, 3, 3, 1, 9)), ("One. Two! Three? Four", Counts(21, 4, 1, 4, 21)),
    ("Wait... what?! \"Yes.\" (No.) end", Counts(31, 5, 1, 5, 31)), ("3.14 and 1,000.5 e.g.", Counts(21, 5, 1, 1, 21)),
    ("don't well-known rock 'n' roll", Counts(30, 5, 1, 1, 30)), ("... !!! ???", Counts(11, 0, 1, 0, 11)),
    ("学而时习之，不亦说乎？", Counts(11, 9, 1, 1, 33)), ("我用Swift写了2个skill。很好！", Counts(20, 10, 1, 2, 38)),
    ("こんにちは世界", Counts(7, 7, 1, 1, 21)), ("안녕 세상", Counts(5, 2, 1, 1, 13)),
    ("Überraschung für São Paulo", Counts(26, 4, 1, 1, 29)), ("👩‍👩‍👧 ok", Counts(8, 1, 1, 1, 21)),
    ("مرحبا بالعالم؟ نعم", Counts(18, 3, 1, 2, 34)), ("e\u{301}te\u{301}", Counts(5, 1, 1, 1, 7)),
    ("\u{0}a\u{1F}", Counts(3, 1, 1, 1, 3)), ("𠀀𠀁 \u{10FFFF}", Counts(4, 2, 1, 1, 13)),
  ])
  func counts(text: String, expected: Counts) throws {
    let outcome = try count(text)
    #expect(outcome.status == SKILL_DONE)
    #expect(try Counts(try #require(outcome.result)) == expected)
  }

  @Test func theMostFrequentWords() throws {
    let outcome = try count("The cat and the dog. THE END: Ärger ärger; 猫 猫 x1 x2 x3 x4 x5 x6")
    #expect(
      outcome.result?["frequentWords"]?.text
        == #"[{"word":"the","count":3},{"word":"ärger","count":2},{"word":"猫","count":2},{"word":"cat","count":1},"#
        + #"{"word":"and","count":1},{"word":"dog","count":1},{"word":"end","count":1},{"word":"x1","count":1},"#
        + #"{"word":"x2","count":1},{"word":"x3","count":1}]"#)
  }

  @Test func aMillionDifferentWords() throws {
    let text = (0..<200_000).map { "w\($0)" }.joined(separator: " ") + " w7 w7 w199999"
    let result = try #require(try count(text).result)
    #expect(result["words"]?.int == 200_003)
    #expect(result["frequentWords"]?[0]?.text == #"{"word":"w7","count":3}"#)
    #expect(result["frequentWords"]?[1]?.text == #"{"word":"w199999","count":2}"#)
  }

  @Test func aLongTextIsCancelled() throws {
    let host = FakeHost { $0.cancelledAfter = 2 }
    let outcome = try skill.invoke(#"{"text":"\#(String(repeating: "word ", count: 100_000))"}"#, host: host)
    #expect(outcome.status == SKILL_CANCELLED)
    #expect(outcome.result == nil)
    #expect(outcome.raw.sent.cancelledAsked == 3)
  }

  // MARK: JSON

  @Test(arguments: [
    (#"{"text":"a\"b\\c\/d\be\ff\ng\rh\ti"}"#, 17), (#" { "text" : "\u0041\u00e9\u4e2d\ud83d\ude00" } "#, 4),
    (#"{"text":"first","text":"x"}"#, 1), (#"{"a":[1,-0.5e+3,{"b":null}],"c":true,"d":false,"text":""}"#, 0),
    (#"{"text":"\u0000"}"#, 1), (#"{"\u0074ext":"ab"}"#, 2), (#"{"text":5,"text":"abc"}"#, 3),
  ])
  func wellFormedInput(input: String, characters: Int) throws {
    let outcome = try skill.invoke(input)
    #expect(outcome.status == SKILL_DONE)
    #expect(outcome.result?["characters"]?.int == characters)
  }

  @Test(arguments: [
    ("", 0), ("[]", 0), ("{", 1), (#"{"text":"a"#, 10), (#"{"text":"a"}x"#, 12), (#"{"text":"\x"}"#, 10),
    (#"{"text":"\ud800"}"#, 15), (#"{"text":"\ud800\u0041"}"#, 21), (#"{"text":"\udc00"}"#, 15),
    (#"{"text":"\u12g4"}"#, 13), ("{\"text\":\"\n\"}", 9), (#"{"text":"a",}"#, 12), (#"{"n":01,"text":""}"#, 6),
    (#"{"n":1.,"text":""}"#, 7), (#"{"n":-,"text":""}"#, 6), (#"{"n":1e,"text":""}"#, 7), (#"{text:""}"#, 1),
    (#"{"text" "a"}"#, 8), (#"{"n":nul}"#, 5), (#"{"text":'a'}"#, 8), (#"{"n":+1}"#, 5),
  ])
  func malformedInput(input: String, offset: Int) throws {
    let outcome = try skill.invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(
      outcome.failure
        == FakeHost.Failure(code: "bad_input", message: "the input is not valid JSON: byte \(offset)"))
  }

  @Test func nestingIsBounded() throws {
    let nested = { (depth: Int) in
      "{\"n\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + ",\"text\":\"\"}"
    }
    #expect(try skill.invoke(nested(63)).status == SKILL_DONE)
    #expect(try skill.invoke(nested(64)).status == SKILL_BAD_INPUT)
    #expect(try skill.invoke(nested(1_000_000)).status == SKILL_BAD_INPUT)
  }

  @Test(arguments: [
    ("{}", "/text: required, but missing"), (#"{"text":7}"#, "/text: must be a string"),
    (#"{"text":"a","text":null}"#, "/text: must be a string"),
  ])
  func inputWithoutAText(input: String, message: String) throws {
    let outcome = try skill.invoke(input)
    #expect(outcome.status == SKILL_BAD_INPUT)
    #expect(outcome.failure == FakeHost.Failure(code: "bad_input", message: message))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE4, 0xBD], [0x80],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8(bytes: [UInt8]) throws {
    let input = Array(#"{"text":""#.utf8) + bytes + Array(#""}"#.utf8)
    let host = FakeHost()
    let descriptor = try skill.loaded.descriptor.pointee
    let status = input.withUnsafeBytes { buffer in
      host.withCall { call in
        descriptor.invoke?(
          nil, call,
          skill_text(data: buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(buffer.count)))
      }
    }
    #expect(status == SKILL_BAD_INPUT)
    #expect(host.sent.failures == [.init(code: "bad_input", message: "the input is not valid JSON: byte 9")])
  }

  // MARK: Hosts

  @Test(arguments: UInt32(0)...72)
  func aShorterTable(size: UInt32) throws {
    let outcome = try skill.invoke(#"{"text":"a"}"#, host: FakeHost { $0.tableSize = size })
    #expect(outcome.status == (size >= 48 ? SKILL_DONE : SKILL_UNSUPPORTED))
  }

  @Test func nullPointers() throws {
    let descriptor = try skill.loaded.descriptor.pointee
    let nothing = skill_text(data: nil, size: 0)
    #expect(descriptor.invoke(nil, nil, nothing) == SKILL_FAILED)
    #expect(descriptor.match?(nil, nil, nothing) == SKILL_FAILED)
    #expect(descriptor.create == nil)
    #expect(descriptor.max_parallel == 0)
    let host = FakeHost { $0.hasTable = false }
    #expect(host.withCall { descriptor.invoke(nil, $0, skill_text(data: nil, size: .max)) } == SKILL_BAD_INPUT)
  }

  @Test func aRefusedResult() throws {
    let host = FakeHost { $0.refusals = [SKILL_CHANNEL_RESULT: SKILL_FAILED] }
    let outcome = try skill.invoke(#"{"text":"a"}"#, host: host)
    #expect(outcome.status == SKILL_FAILED)
    #expect(outcome.failure == FakeHost.Failure(code: "result_refused", message: "the host refused the result"))
  }

  // MARK: Match

  @Test(arguments: [
    ("count the words in: one two", "one two"), ("Count the words in \"one, two?\"", "one, two?"),
    ("Please count the characters in “héllo”", "héllo"),
    ("how many words are in to be or not to be?", "to be or not to be"),
    ("can you give me the word count of a b c", "a b c"), ("text statistics for 你好", "你好"),
    ("统计字数：学而时习之", "学而时习之"), ("请帮我统计一下字数：「你好」", "你好"), ("“床前明月光”有多少个字？", "床前明月光"),
    ("床前明月光一共有多少字", "床前明月光"),
  ])
  func phrasesWithTheirText(phrase: String, text: String) throws {
    let match = try #require(try skill.match(phrase, now: "2026-07-30T09:00:00Z"))
    #expect(match.confidence == 0.95)
    #expect(match.arguments.text == JSON.build { writer in writer.object { $0.member("text", text) } }.text)
  }

  @Test(arguments: ["count the words", "word count", "统计字数", "有多少个字？"])
  func phrasesWithoutAText(phrase: String) throws {
    let match = try #require(try skill.match(phrase, now: "2026-07-30T09:00:00Z"))
    #expect(match.confidence == 0.5)
    #expect(match.arguments.text == "{}")
  }

  @Test(arguments: [
    "", "weather in Berlin", "remind me to count the words in my essay", "count the wordsmiths", "北京天气", "提醒我统计字数",
    "counting", "?", "the", "please please please please please",
  ])
  func otherPhrases(phrase: String) throws {
    #expect(try skill.match(phrase, now: "2026-07-30T09:00:00Z") == nil)
  }

  private func count(_ text: String) throws -> PluginSkill.Outcome {
    try skill.invoke(JSON.build { writer in writer.object { $0.member("text", text) } }.text)
  }

  private var skill: PluginSkill {
    get throws { try PluginLibrary("TextStatistics").skill("text.statistics") }
  }
}
