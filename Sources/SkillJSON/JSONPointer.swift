/// A path to a value inside a document (RFC 6901): `/days/0/name`, empty for the whole document.
///
/// Two pointers are equal when their tokens have the same Unicode scalars.
package struct JSONPointer: Sendable {
  /// The unescaped steps.
  package var tokens: [String]

  package init(tokens: [String]) { self.tokens = tokens }

  /// The whole document.
  package static let root = JSONPointer(tokens: [])

  package init(parsing text: String) throws(JSONError) {
    tokens = []
    var token: [UInt8] = []
    var isAfterTilde = false
    for (offset, byte) in text.utf8.enumerated() {
      if offset == 0 {
        guard byte == UInt8(ascii: "/") else {
          throw Self.error("a JSON pointer must be empty or begin with '/'", at: 0)
        }
        continue
      }
      if isAfterTilde {
        isAfterTilde = false
        switch byte {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: throw Self.error("in a JSON pointer '~' must be followed by 0 or 1", at: offset)
        }
      } else if byte == UInt8(ascii: "~") {
        isAfterTilde = true
      } else if byte == UInt8(ascii: "/") {
        tokens.append(String(decoding: token, as: UTF8.self))
        token.removeAll(keepingCapacity: true)
      } else {
        token.append(byte)
      }
    }
    if isAfterTilde { throw Self.error("in a JSON pointer '~' must be followed by 0 or 1", at: text.utf8.count) }
    if !text.utf8.isEmpty { tokens.append(String(decoding: token, as: UTF8.self)) }
  }

  private static func error(_ message: String, at offset: Int) -> JSONError {
    JSONError(position: JSONPosition(line: 1, column: offset + 1, offset: offset), message: message)
  }

  /// The escaped form.
  package var text: String {
    var text = ""
    for token in tokens { Self.append(token, to: &text) }
    return text
  }

  /// Appends `/` and the escaped token.
  package static func append(_ token: String, to text: inout String) {
    text += "/"
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      text += token
      return
    }
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }
  package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}

extension JSONPointer: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.tokens.count == right.tokens.count
      && zip(left.tokens, right.tokens).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  package func hash(into hasher: inout Hasher) {
    for token in tokens {
      for byte in token.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8.max)  // never a byte of UTF-8
    }
  }
}

extension JSONPointer: ExpressibleByArrayLiteral, CustomStringConvertible {
  package init(arrayLiteral tokens: String...) { self.init(tokens: tokens) }
  package var description: String { text }
}

extension JSON {
  /// The value that a pointer leads to. An index is digits without leading zeros; `-` leads nowhere.
  package func at(_ pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      switch value.kind {
      case .object:
        guard let member = value[token] else { return nil }
        value = member
      case .array:
        guard let index = Self.arrayIndex(token), let element = value[index: index] else { return nil }
        value = element
      default: return nil
      }
    }
    return value
  }

  private static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ $0 &- 0x30 < 10 }), first != 0x30 || digits.count == 1 else {
      return nil
    }
    return Int(token)
  }
}

extension JSON {
  /// The path from the root of the document to this value. Costs a walk over what comes before it.
  package var pointer: JSONPointer { pointer(from: JSON(document: document, index: 0)) }

  /// The path to this value from one around it in the same document.
  package func pointer(from root: JSON) -> JSONPointer {
    var tokens: [String] = []
    var container = root.index
    while container < index {
      let entry = document.tape[container]
      let isObject = entry.kind == .object
      var child = container + 1
      var number = 0
      // The child whose subtree holds this value; a key itself belongs to its member.
      while true {
        let value = isObject ? child + 1 : child
        let end = Int(document.tape[value].next)
        if index < end {
          tokens.append(isObject ? document.string(document.tape[child]) : String(number))
          container = value
          break
        }
        child = end
        number += 1
      }
      if container > index { break }
    }
    return JSONPointer(tokens: tokens)
  }
}
