/// The matchers for Chinese.
extension PhraseGrammar {
  func chinese(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    for matcher in [Self.laterOrLength, Self.upcomingDays, Self.namedDay, Self.weekOrWeekday, Self.monthDay] {
      var copy = cursor
      if let meaning = matcher(self)(&copy) {
        cursor = copy
        return meaning
      }
    }
    return partOrClock(&cursor)
  }

  // MARK: 两小时后, 三天后, 一个半小时

  private func laterOrLength(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    var halves: Int
    if cursor.take("半") {
      halves = 1
      _ = cursor.take("个")
    } else if let number = cursor.number(), number > 0 {
      halves = number * 2
      if cursor.take(chinese: "个半") { halves += 1 } else { _ = cursor.take("个") }
    } else {
      return nil
    }
    let unit: TimeUnit
    if cursor.take(chinese: ["小时", "钟头"]) != nil {
      unit = .hour
      if cursor.take("半") { halves += 1 }
    } else if cursor.take(chinese: "刻钟") {
      return .duration(minutes: halves / 2 * 15)
    } else if cursor.take(chinese: "分钟") {
      unit = .minute
    } else if cursor.take("天") {
      unit = .day
    } else if cursor.take(chinese: ["周", "星期", "礼拜"]) != nil {
      unit = .week
    } else if cursor.take("月") {
      unit = .month
    } else {
      return nil
    }
    if cursor.take(chinese: ["之后", "以后", "后"]) != nil { return meaning(ofLater: halves, unit) }
    return unit.minutes.map { .duration(minutes: min(halves, 20_000) * $0 / 2) }
  }

  // MARK: 未来三天

  private func upcomingDays(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    guard cursor.take(chinese: ["接下来", "未来", "今后", "往后", "最近"]) != nil else { return nil }
    _ = cursor.take("的")
    guard let number = cursor.number(), number > 0 else { return nil }
    if cursor.take("天") { return .days(today, count: min(number, 400)) }
    _ = cursor.take("个")
    guard cursor.take(chinese: ["周", "星期", "礼拜"]) != nil else { return nil }
    return .days(today, count: 7 * min(number, 60))
  }

  // MARK: 今天, 明晚

  private func namedDay(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    for (name, shift, part) in Self.namedDays where cursor.take(chinese: name) {
      guard let date = today.adding(days: shift) else { return nil }
      return part.map { .dayPart(date, $0) } ?? .day(date, isWeekday: false)
    }
    return nil
  }

  // MARK: 周六, 下周一, 这周, 周末

  private func weekOrWeekday(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    // In "查一下下周" the first 下 belongs to 一下.
    if cursor.text == "下", cursor.index > 0, cursor.tokens[cursor.index - 1].text == "一" { return nil }
    let shift: Int? =
      switch cursor.take(chinese: ["下下个", "下下", "下个", "下", "这个", "这", "本", "上个", "上"]) {
      case "下下个", "下下": 2
      case "下个", "下": 1
      case "这个", "这", "本": 0
      case "上个", "上": -1
      default: nil
      }
    if let shift, cursor.take("月") { return month(shift: shift) }
    guard cursor.take(chinese: ["周", "星期", "礼拜"]) != nil else { return nil }
    if cursor.take("末") { return weekend(shift: shift ?? 0) }
    var copy = cursor
    if let weekday = weekday(&copy) {
      cursor = copy
      // "This Friday" on a Saturday is the next one, not yesterday.
      return self.weekday(weekday, weekShift: shift == 0 ? nil : shift)
    }
    return shift.flatMap(week)
  }

  private func weekday(_ cursor: inout PhraseCursor) -> Weekday? {
    if cursor.take("日", "天") { return .sunday }
    guard let number = PhraseCursor.chineseDigits[cursor.text] ?? Int(cursor.text), (1...7).contains(number) else {
      return nil
    }
    cursor.index += 1
    return Weekday(rawValue: number - 1)
  }

  // MARK: 3月5日, 2026年3月5号, 15号

  private func monthDay(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    guard var number = cursor.number() else { return nil }
    var year: Int?
    if cursor.take("年") {
      year = number
      guard let month = cursor.number() else { return nil }
      number = month
    }
    if cursor.take("月") {
      guard let day = cursor.number(), cursor.take("日", "号") else { return nil }
      return date(year: year, month: number, day: day)
    }
    guard year == nil, cursor.take("号") else { return nil }
    return dayOfMonth(number)
  }

  // MARK: 早上九点半, 下午三点到五点

  private func partOrClock(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
    var copy = cursor
    let part = part(&copy)
    if part != nil { _ = copy.take("的") }
    guard let first = oneClock(&copy, part: part) else {
      guard let part else { return nil }
      // Taken again without the particle.
      _ = self.part(&cursor)
      return .part(part)
    }
    cursor = copy
    if copy.take("到", "至", "-", "~") {
      let secondPart = self.part(&copy) ?? part
      if let second = oneClock(&copy, part: secondPart) {
        cursor = copy
        return .clock(first, until: second)
      }
    }
    return .clock(first, until: nil)
  }

  private func oneClock(_ cursor: inout PhraseCursor, part: DayPart?) -> PhraseClock? {
    var copy = cursor
    if part == nil, copy.index > 0 {
      // "晚一点" is "a little later", "第三点" the third point.
      let before = copy.tokens[copy.index - 1].text
      if before == "第" || (copy.text == "一" && "早晚快慢多有好".contains(before)) { return nil }
    }
    guard let hour = copy.number(), hour <= 24 else { return nil }
    var minute = 0
    if copy.take("点", "时") {
      if copy.take("半") {
        minute = 30
      } else if copy.take(chinese: "一刻") {
        minute = 15
      } else if copy.take(chinese: "三刻") {
        minute = 45
      } else if !copy.take("整", "钟") {
        var ahead = copy
        let hasZero = ahead.text == "零" || ahead.text.hasPrefix("0")
        if let value = ahead.number(), value <= 59 {
          // "三点一起走" and "三点二十个人" have no minutes.
          let isCounting = ["个", "位", "人", "天", "小", "点", "月", "号"].contains(ahead.text)
          if ahead.take("分") || ((value >= 10 || hasZero) && !isCounting) {
            minute = value
            copy = ahead
          }
        }
      }
    } else if copy.take(":"), let value = copy.number(), value <= 59, part != nil || !copy.text.isLatinWord {
      minute = value
    } else {
      return nil
    }
    cursor = copy
    return PhraseClock(hour: hour % 24, minute: minute, part: part, isExact: hour > 12 || hour == 0)
  }

  private func part(_ cursor: inout PhraseCursor) -> DayPart? {
    for (name, part) in Self.dayParts where cursor.take(chinese: name) { return part }
    return nil
  }

  private static let namedDays: [(String, Int, DayPart?)] = [
    ("大后天", 3, nil), ("后天", 2, nil), ("明天", 1, nil), ("明日", 1, nil), ("今天", 0, nil), ("今日", 0, nil), ("昨天", -1, nil),
    ("前天", -2, nil), ("今晚", 0, .evening), ("明晚", 1, .evening), ("明早", 1, .morning), ("今早", 0, .morning),
    ("昨晚", -1, .evening),
  ]
  private static let dayParts: [(String, DayPart)] = [
    ("凌晨", .smallHours), ("清晨", .morning), ("早上", .morning), ("早晨", .morning), ("上午", .morning), ("中午", .noon),
    ("正午", .noon), ("下午", .afternoon), ("午后", .afternoon), ("傍晚", .evening), ("晚上", .evening), ("夜里", .night),
    ("夜晚", .night), ("半夜", .smallHours), ("午夜", .smallHours),
  ]
}

extension String {
  fileprivate var isLatinWord: Bool { first?.isAlphabetic ?? false }
}
