import Testing

@testable import SkillRuntime

@Suite struct WordRankTests {
  @Test func takesWordsAndPairsOfCharactersApart() {
    let pieces = WordRank.pieces("Will it rain? 北京天气 x2")
    #expect(pieces == ["will", "it", "rain", "北", "北京", "京", "京天", "天", "天气", "气", "x2"])
  }

  @Test(arguments: [("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0)])
  func distanceBetweenNames(a: String, b: String, distance: Int) {
    #expect(SkillRegistry.distance(a, b) == distance)
  }
}
