import SkillPluginKit

/// Reads a wish to find files: "find files named report", "which documents mention the budget", "查找包含预算的文件".
enum FilesPhrase {
  static func match(_ text: String) -> Match? {
    var phrase = Phrase(text)
    guard !phrase.contains(otherSubjects) else { return nil }
    let glob = self.glob(in: text)
    let hasVerb = phrase.takeAll(verbs) > 0
    // What stands after these words is the text to find in contents, or the name.
    let inContents = phrase.run(after: contentCues)
    let searchesFiles = phrase.contains(["files for", "documents for"])
    let isContents = phrase.takeAll(contentCues) > 0
    let named = phrase.run(after: nameCues)
    phrase.takeAll(nameCues)
    let hasNoun = phrase.takeAll(nouns) > 0 || searchesFiles
    phrase.takeAll(fillers)
    let rest = phrase.rest
    let fileName = rest.first { isFileName($0) }
    guard hasVerb, hasNoun || glob != nil || fileName != nil else { return nil }

    var arguments: [String: JSONValue] = [:]
    if let glob { arguments["glob"] = .string(glob) }
    let query =
      phrase.quotations.first ?? (glob == nil ? stripped(named) ?? stripped(inContents) ?? fileName ?? rest.first : nil)
    if let query, query.utf8.count <= 400 { arguments["query"] = .string(query) }
    if isContents, arguments["query"] != nil { arguments["contents"] = true }
    return Match(confidence: arguments.isEmpty ? 0.5 : 0.9, arguments: arguments)
  }

  /// A run of words without the nouns and fillers in it: "the budget 的文件" is "budget".
  private static func stripped(_ run: String?) -> String? {
    guard let run else { return nil }
    var phrase = Phrase(run)
    phrase.takeAll(nouns)
    phrase.takeAll(fillers)
    return phrase.rest.first
  }

  /// The first word that holds a `*`.
  private static func glob(in text: String) -> String? {
    text.prefix(2000).split(whereSeparator: { $0.isWhitespace || "\"'“”，,;；".contains($0) })
      .first { $0.contains("*") && $0.count > 1 }
      .map { word in String(word).trimmingEnd(of: "?？.。!！") }
  }

  /// `report.pdf`: a dot and two to five letters or digits at the end.
  private static func isFileName(_ word: String) -> Bool {
    guard let dot = word.lastIndex(of: "."), dot != word.startIndex, !word.contains(" ") else { return false }
    let suffix = word[word.index(after: dot)...]
    return (2...5).contains(suffix.count) && suffix.allSatisfy { $0.isLetter || $0.isNumber }
      && !suffix.allSatisfy(\.isNumber)
  }

  private static let verbs = [
    "search for", "search", "find", "look for", "locate", "where is", "where's", "where are", "which", "list",
    "show me",
    "搜索", "搜寻", "搜尋", "查找", "寻找", "尋找", "找到", "找一下", "找出", "找找", "找", "搜一下", "搜", "哪些", "哪个", "列出", "在哪里",
    "在哪",
  ]
  private static let contentCues = [
    "that contain", "which contain", "containing", "contains", "contain", "that mention", "which mention", "mentioning",
    "mentions", "mention", "with the text", "with the word", "with the words", "whose contents include", "files for",
    "documents for", "内容包含", "内容含有", "包含", "含有", "提到", "内容里有", "里面有", "內容包含", "裡面有",
  ]
  private static let nameCues = [
    "whose name contains", "with the name", "named", "called", "name", "名字叫", "名称为", "名为", "名叫", "叫做", "叫", "文件名是",
    "文件名为", "名為", "檔名是",
  ]
  private static let nouns = [
    "files", "file", "documents", "document", "folders", "folder", "directory", "文件夹", "文件", "檔案", "文档", "文檔",
    "资料夹", "目录",
  ]
  private static let fillers = [
    "the", "a", "an", "all", "any", "my", "me", "in", "of", "on", "for", "about", "please", "can you", "could you",
    "is",
    "are", "there", "that", "with", "and", "i", "have", "computer", "disk", "please", "的", "所有", "我的", "我", "请", "請",
    "帮我", "幫我", "一下", "吗", "嗎", "里", "裡", "中", "有", "了", "关于", "關於", "名",
  ]
  /// Words of other skills' sentences.
  private static let otherSubjects = [
    "remind", "reminder", "weather", "calendar", "meeting", "提醒", "天气", "天氣", "日历", "会议",
  ]
}

extension String {
  fileprivate func trimmingEnd(of characters: String) -> String {
    var text = self
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return text
  }
}
