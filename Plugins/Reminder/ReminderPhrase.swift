import ICalendar
import SkillPluginKit

/// The words by which the three skills know what a phrase is about.
enum ReminderPhrase {
  /// "Could you please remind me" is "remind me"; its question mark asks for nothing. Any other keeps its mark.
  static func withoutCourtesy(_ text: String) -> String {
    // Nobody says more than this, and reading a book would take longer than a match may.
    let text = String(text.prefix(1_000))
    let whole = text.trimmingPunctuation
    var rest = whole
    while let shorter = rest.removingPrefix(anyOf: courtesies) { rest = shorter }
    if rest.count == whole.count, text.isQuestion { return text }
    return rest.removingSuffix(anyOf: ["please", "谢谢"])
  }

  private static let courtesies = [
    "please", "can you", "could you", "would you", "will you", "i want you to", "i'd like you to", "hey", "ok", "okay",
    "请你", "请", "帮我", "麻烦你", "麻烦", "能不能", "可以", "到时候", "到时",
  ]

  static func namesReminders(_ text: String) -> Bool {
    text.mentions(
      "reminder", "reminders", "to-do", "to-dos", "todo", "todos", "to do list", "task", "tasks", "提醒", "待办", "任务清单",
      "要做的事")
  }

  /// What is to be remembered when the phrase asks to be reminded; nil when it does not.
  static func wish(_ text: String) -> String? {
    if var rest = text.removingPrefix(anyOf: asking) {
      while let shorter = rest.removingPrefix(anyOf: asking) { rest = shorter }
      return rest
    }
    if let rest = text.removingPrefix(anyOf: ["add", "put", "把"]) {
      let short = rest.removingSuffix(anyOf: lists)
      if short.count < rest.count { return short }
    }
    // "明天九点提醒我浇花": what was said before it was about time and has been taken out, or is part of the wish.
    for word in ["提醒我", "提醒一下我", "叫我", "通知我", "remind me to", "remind me about", "remind me that", "remind me"] {
      guard let range = text.lowercased().ranges(of: word).first else { continue }
      let lower = text.lowercased()
      guard lower.count == text.count else { continue }
      let before = text.prefix(lower.distance(from: lower.startIndex, to: range.lowerBound))
      let after = text.dropFirst(lower.distance(from: lower.startIndex, to: range.upperBound))
      let rest = String(after).trimmingPunctuation
      guard rest.isEmpty else { return rest }
      return String(before).trimmingPunctuation.removingSuffix(anyOf: ["别忘了", "别忘记", "记得", "请"])
    }
    return nil
  }

  private static let lists = [
    "to my to-do list", "to my todo list", "to my to do list", "to my list", "to my to-dos", "to my todos",
    "to my tasks",
    "to my task list", "to my reminders", "on my to-do list", "on my todo list", "to the to-do list", "加到待办", "加入待办",
    "添加到待办",
    "加到待办事项", "加入待办事项",
  ]

  private static let asking = [
    "remind me to", "remind me about", "remind me that", "remind me of", "remind me", "set a reminder to",
    "set a reminder for", "set a reminder", "set reminder", "add a reminder to", "add a reminder for", "add a reminder",
    "create a reminder to", "create a reminder for", "create a reminder", "new reminder", "make a reminder to",
    "make a reminder", "don't let me forget to", "don't let me forget", "don't forget to", "do not forget to",
    "add a to-do to", "add a to-do", "add to-do", "add a todo", "add todo", "add a task to", "add a task",
    "remember to", "todo:", "to-do:", "to do:", "task:", "reminder:", "记得", "提醒我",
    "提醒一下我",
    "提醒", "别忘了", "别忘记", "不要忘了", "不要忘记", "设置提醒", "设个提醒", "设一个提醒", "添加提醒", "新建提醒", "加个提醒", "添加待办", "新建待办",
    "加个待办",
  ]

  /// What is said to be done; nil when nothing is.
  static func done(_ text: String) -> String? {
    if let rest = text.removingPrefix(anyOf: ["mark", "set"]) {
      let short = rest.removingSuffix(anyOf: [
        "as done", "as complete", "as completed", "as finished", "done", "complete", "completed",
      ])
      return short.count < rest.count ? subject(short) : nil
    }
    if let rest = text.removingPrefix(anyOf: [
      "complete", "check off", "tick off", "cross off", "finish", "i finished", "i've finished", "i have finished",
      "i'm done with", "done with", "i completed", "完成了", "完成", "勾掉", "做完了", "做完", "搞定了", "已完成",
    ]) {
      return subject(rest)
    }
    for prefix in ["把", "将", ""] {
      guard let rest = prefix.isEmpty ? text : text.removingPrefix(anyOf: [prefix]) else { continue }
      let short = rest.removingSuffix(anyOf: [
        "标记为已完成", "标记为完成", "标为已完成", "标为完成", "标记完成", "设为完成", "已经完成了", "已完成", "完成了", "做完了", "搞定了", "弄完了", "勾掉",
        "is done", "is finished", "is complete", "is completed", "are done",
      ])
      if short.count < rest.count { return subject(short) }
    }
    return nil
  }

  private static func subject(_ text: String) -> String {
    var rest = text
    while let shorter = rest.removingPrefix(anyOf: [
      "the reminder to", "the reminder about", "the reminder", "reminder", "the task", "task", "the to-do", "my", "the",
      "提醒", "待办", "任务",
    ]) { rest = shorter }
    return rest.removingSuffix(anyOf: ["reminder", "task", "to-do", "的提醒", "这个提醒", "提醒", "的待办"])
  }
}
