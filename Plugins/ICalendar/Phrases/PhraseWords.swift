/// Questions about the words of a phrase, and ways to take some of them off.
extension String {
  /// Without white space and punctuation at either end.
  package var trimmingPunctuation: String {
    var slice = self[...]
    func isLoose(_ character: Character) -> Bool {
      character.isWhitespace || ",.;:!?，。；：！？、-–—".contains(character)
    }
    while let first = slice.first, isLoose(first) { slice.removeFirst() }
    while let last = slice.last, isLoose(last) { slice.removeLast() }
    return String(slice)
  }

  /// Whether one of the texts occurs: as whole words when it is written in letters, anywhere when in Chinese.
  package func mentions(_ texts: String...) -> Bool {
    let lower = Array(lowercased())
    return texts.contains { lower.range(ofWords: Array($0)) != nil }
  }

  /// Takes the first of these off the front when the text begins with it; nil when it does not.
  package func removingPrefix(anyOf prefixes: [String]) -> String? {
    let lower = lowercased()
    // Lower case can change the length of a few scripts' text; then the prefix cannot be found by counting.
    guard lower.count == count else { return nil }
    for prefix in prefixes where lower.hasPrefix(prefix) {
      let next = lower.dropFirst(prefix.count).first
      guard prefix.last?.isAlphabetic != true || next?.isAlphabetic != true else { continue }
      return String(dropFirst(prefix.count)).trimmingPunctuation
    }
    return nil
  }

  package func removingSuffix(anyOf suffixes: [String]) -> String {
    let lower = lowercased()
    guard lower.count == count else { return self }
    for suffix in suffixes where lower.hasSuffix(suffix) {
      let before = lower.dropLast(suffix.count).last
      guard suffix.first?.isAlphabetic != true || before?.isAlphabetic != true else { continue }
      return String(dropLast(suffix.count)).trimmingPunctuation
    }
    return self
  }

  /// Whether it speaks of something that happens again and again.
  package var isAboutRepetition: Bool {
    mentions(
      "every day", "every week", "every month", "every morning", "every evening", "every night", "every hour",
      "every weekday", "every monday", "every tuesday", "every wednesday", "every thursday", "every friday",
      "every saturday", "every sunday", "every other", "daily", "weekly", "monthly", "每天", "每日", "每周", "每个", "每星期",
      "每月",
      "每年", "每隔", "每晚", "每早")
  }

  /// Whether it asks something instead of telling it.
  package var isQuestion: Bool {
    if contains("?") || contains("？") { return true }
    let asking = [
      "what", "what's", "whats", "when", "which", "who", "where", "how", "why", "do i", "do we", "do you", "does",
      "did", "is", "are", "am",
      "will", "can", "could", "should", "would",
    ]
    if removingPrefix(anyOf: asking) != nil { return true }
    return mentions("什么", "吗", "怎么", "几点", "几个", "哪", "有没有", "多少", "是否", "谁")
  }
}

extension [Character] {
  fileprivate func range(ofWords words: [Character]) -> Range<Int>? {
    guard !words.isEmpty, words.count <= count else { return nil }
    for start in 0...(count - words.count) where self[start..<start + words.count].elementsEqual(words) {
      let end = start + words.count
      let isWordBefore = start > 0 && self[start - 1].isAlphabetic && words[0].isAlphabetic
      let isWordAfter = end < count && self[end].isAlphabetic && words[words.count - 1].isAlphabetic
      if !isWordBefore, !isWordAfter { return start..<end }
    }
    return nil
  }
}
