/// A sentence in English or Chinese that a skill's `match` takes apart: what was recognised is taken out, and what is
/// left can be read.
///
/// ```swift
/// var phrase = Phrase("Will it rain in Paris in the next three days?")
/// let days = phrase.take(["next # days", "未来#天"])?.first   // 3
/// _ = phrase.take(["rain", "下雨"])
/// ```
///
/// The sentence is split into words, numbers and single Chinese characters. A pattern is split the same way, and fits
/// where the same parts stand one after the other, all of them not yet taken; `#` stands for a number: digits, an
/// English word up to twenty, or Chinese numerals up to 999. Case and the width of characters do not matter.
/// Punctuation ends a run of words but is otherwise ignored; text in quotation marks is one part, which no pattern fits.
public struct Phrase: Sendable {
  let tokens: [Token]
  private let source: [Character]
  /// For each token, whether it was taken.
  private var isTaken: [Bool]

  public init(_ text: String) {
    source = Array(text.prefix(2000))
    tokens = Token.split(source)
    isTaken = Array(repeating: false, count: tokens.count)
  }

  // MARK: Taking

  /// Takes the first of the patterns that fits, wherever it fits, and answers the numbers that stood for its `#`s; nil
  /// when none fits. Put the longer of two patterns first.
  public mutating func take(_ patterns: [String]) -> [Int]? {
    for pattern in patterns {
      let parts = PatternPart.split(pattern)
      for start in tokens.indices {
        guard let fit = fit(parts, at: start) else { continue }
        for index in fit.range { isTaken[index] = true }
        return fit.numbers
      }
    }
    return nil
  }

  /// Takes every occurrence of every pattern, and answers how many there were.
  @discardableResult
  public mutating func takeAll(_ patterns: [String]) -> Int {
    var count = 0
    for pattern in patterns {
      while take([pattern]) != nil { count += 1 }
    }
    return count
  }

  /// Whether one of the patterns fits somewhere.
  public func contains(_ patterns: [String]) -> Bool {
    var copy = self
    return copy.take(patterns) != nil
  }

  // MARK: Reading

  /// The runs of words that were not taken, as they were written, in order.
  public var rest: [String] { runs.map { text($0) } }

  /// The run of words that stands right after one of the patterns; nothing is taken.
  public func run(after patterns: [String]) -> String? {
    for pattern in patterns {
      let parts = PatternPart.split(pattern)
      for start in tokens.indices {
        guard let fit = fit(parts, at: start), let run = runs(from: fit.range.upperBound).first,
          run.lowerBound == fit.range.upperBound
        else { continue }
        return text(run)
      }
    }
    return nil
  }

  /// All that stands after the first place where one of the patterns fits, as it was written, without the white space
  /// and the colon around it.
  public func everything(after patterns: [String]) -> String? {
    for pattern in patterns {
      let parts = PatternPart.split(pattern)
      for start in tokens.indices {
        guard let fit = fit(parts, at: start) else { continue }
        var text = source[(tokens[fit.range.upperBound - 1].range.upperBound)...]
        while let first = text.first, first.isWhitespace || first == ":" || first == "：" { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text.isEmpty ? nil : String(text)
      }
    }
    return nil
  }

  /// The texts in quotation marks, without the marks.
  public var quotations: [String] {
    tokens.filter { $0.kind == .quotation }.map { token in
      String(source[token.range].dropFirst().dropLast())
    }
  }

  // MARK: Fitting

  private func fit(_ parts: [PatternPart], at start: Int) -> (range: Range<Int>, numbers: [Int])? {
    var index = start
    var numbers: [Int] = []
    guard !parts.isEmpty else { return nil }
    for part in parts {
      guard index < tokens.count, !isTaken[index] else { return nil }
      switch part {
      case .text(let text):
        guard tokens[index].kind != .quotation, tokens[index].folded == text else { return nil }
        index += 1
      case .number:
        guard let (value, count) = number(at: index) else { return nil }
        numbers.append(value)
        index += count
      }
    }
    return (start..<index, numbers)
  }

  private func number(at index: Int) -> (value: Int, count: Int)? {
    switch tokens[index].kind {
    case .number, .word: return PhraseNumber.western(tokens[index].folded).map { ($0, 1) }
    case .ideograph:
      var end = index
      while end < tokens.count, !isTaken[end], tokens[end].kind == .ideograph,
        PhraseNumber.isChineseNumeral(tokens[end].folded)
      {
        end += 1
      }
      let text = tokens[index..<end].map(\.folded).joined()
      return PhraseNumber.chinese(text).map { ($0, end - index) }
    case .quotation: return nil
    }
  }

  // MARK: Runs

  private var runs: [Range<Int>] { runs(from: 0) }

  private func runs(from first: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in first..<tokens.count where !isTaken[index] && tokens[index].kind != .quotation {
      if let last = runs.last, last.upperBound == index, !tokens[index].startsRun {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private func text(_ run: Range<Int>) -> String {
    String(source[tokens[run.lowerBound].range.lowerBound..<tokens[run.upperBound - 1].range.upperBound])
  }
}

private enum PatternPart {
  case text(String)
  case number

  static func split(_ pattern: String) -> [PatternPart] {
    var parts: [PatternPart] = []
    for (index, piece) in pattern.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { parts.append(.number) }
      parts += Token.split(Array(piece)).map { .text($0.folded) }
    }
    return parts
  }
}
