/// The single validating pass over a text.
///
/// RFC 8259 and nothing else: no comments, no trailing commas, no byte order mark, valid UTF-8, no lone surrogates.
/// Numbers are checked against the grammar and not converted; strings are checked and not decoded. Nesting costs no
/// stack: while a container is open, its entry's `next` holds the index of its parent.
///
/// Bounds: `base` points to `end` readable bytes for the whole life of the parser (it lives inside
/// `withUnsafeBufferPointer`). Every read is at an offset that was compared with `end` before, in the same function.
@safe struct JSONParser {
  let base: UnsafePointer<UInt8>
  let end: Int

  /// - Precondition: the text is not empty.
  @unsafe init(_ text: UnsafeBufferPointer<UInt8>) {
    // A buffer of at least one element has a base address.
    unsafe base = text.baseAddress!
    end = text.count
  }

  /// Parses `bytes` whole.
  static func tape(of bytes: [UInt8], limits: JSONLimits) -> Result<[JSONEntry], JSONFailure> {
    guard bytes.count <= min(limits.maxBytes, JSONLimits.largest) else {
      return .failure(JSONFailure(offset: 0, reason: .size))
    }
    guard !bytes.isEmpty else { return .failure(JSONFailure(offset: 0, reason: .value)) }
    var failure: JSONFailure?
    let tape = unsafe [JSONEntry](unsafeUninitializedCapacity: JSONTape.bound(for: bytes, maxDepth: limits.maxDepth)) {
      memory, count in
      unsafe bytes.withUnsafeBufferPointer { text in
        let parser = unsafe JSONParser(text)
        var tape = unsafe JSONTape(memory)
        do throws(JSONFailure) {
          try parser.run(maxDepth: limits.maxDepth, tape: &tape)
        } catch {
          failure = error
        }
        count = tape.count
      }
    }
    return failure.map { .failure($0) } ?? .success(tape)
  }

  private func run(maxDepth: Int, tape: inout JSONTape) throws(JSONFailure) {
    var position = skipSpace(from: 0)
    /// Tape index of the innermost open container, -1 outside of all.
    var open = -1
    var openIsObject = false
    /// Children of the innermost open container so far.
    var count: UInt32 = 0
    var depth = 0
    var reason = JSONFailure.Reason.value

    while true {
      // At the first byte of a value, or at the end of the text.
      guard position < end else { throw JSONFailure(offset: position, reason: reason) }
      let start = position
      switch unsafe base[position] {
      case UInt8(ascii: "\""):
        let hasEscapes = try scanString(&position)
        tape.append(
          JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .string, payload: hasEscapes ? 1 : 0))

      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let isInteger = try scanNumber(&position)
        tape.append(
          JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .number, payload: isInteger ? 1 : 0))

      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = unsafe base[position] == UInt8(ascii: "{")
        guard depth < maxDepth else { throw JSONFailure(offset: position, reason: .depth) }
        depth &+= 1
        if open >= 0 { tape[open].meta = (tape[open].meta & 7) | count << 3 }
        let index = tape.count
        tape.append(JSONEntry(start: start, end: start, next: open, kind: isObject ? .object : .array))
        open = index
        openIsObject = isObject
        count = 0
        position = skipSpace(from: position &+ 1)
        if isObject {
          guard position < end else { throw JSONFailure(offset: position, reason: .keyOrEndOfObject) }
          if unsafe base[position] != UInt8(ascii: "}") {
            try scanKey(&position, orElse: .keyOrEndOfObject, tape: &tape)
            reason = .value
            continue
          }
        } else if unsafe position >= end || base[position] != UInt8(ascii: "]") {
          reason = .valueOrEndOfArray
          continue
        }
        count = UInt32.max  // becomes 0 when the empty container is counted below

      case UInt8(ascii: "t"):
        try scanLiteral(&position, 4, tail: 0x6575_7274)
        tape.append(JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .bool, payload: 1))
      case UInt8(ascii: "f"):
        try scanLiteral(&position, 5, tail: 0x6573_6C61)
        tape.append(JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .bool))
      case UInt8(ascii: "n"):
        try scanLiteral(&position, 4, tail: 0x6C6C_756E)
        tape.append(JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .null))
      default:
        throw JSONFailure(offset: position, reason: reason)
      }

      // After a value: close every container that ends here, then go to the next value.
      after: while true {
        if open < 0 {
          position = skipSpace(from: position)
          guard position == end else { throw JSONFailure(offset: position, reason: .end) }
          return
        }
        count &+= 1
        position = skipSpace(from: position)
        let expected: JSONFailure.Reason = openIsObject ? .commaOrEndOfObject : .commaOrEndOfArray
        guard position < end else { throw JSONFailure(offset: position, reason: expected) }
        let byte = unsafe base[position]
        if byte == UInt8(ascii: ",") {
          position = skipSpace(from: position &+ 1)
          if openIsObject { try scanKey(&position, orElse: .key, tape: &tape) }
          reason = .value
          break after
        }
        guard byte == (openIsObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw JSONFailure(offset: position, reason: expected)
        }
        position &+= 1
        let parent = Int(Int32(truncatingIfNeeded: tape[open].next))
        tape[open].end = UInt32(truncatingIfNeeded: position)
        tape[open].next = UInt32(truncatingIfNeeded: tape.count)
        tape[open].meta = (tape[open].meta & 7) | count << 3
        open = parent
        depth &-= 1
        if open >= 0 {
          openIsObject = tape[open].meta & 7 == UInt32(JSON.Kind.object.rawValue)
          count = tape[open].payload
        }
      }
    }
  }

  /// A key and its colon; leaves `position` at the first byte of the value.
  @inline(__always)
  private func scanKey(
    _ position: inout Int, orElse reason: JSONFailure.Reason, tape: inout JSONTape
  ) throws(JSONFailure) {
    guard position < end, unsafe base[position] == UInt8(ascii: "\"") else {
      throw JSONFailure(offset: position, reason: reason)
    }
    let start = position
    let hasEscapes = try scanString(&position)
    tape.append(
      JSONEntry(start: start, end: position, next: tape.count &+ 1, kind: .string, payload: hasEscapes ? 1 : 0))
    position = skipSpace(from: position)
    guard position < end, unsafe base[position] == UInt8(ascii: ":") else {
      throw JSONFailure(offset: position, reason: .colon)
    }
    position = skipSpace(from: position &+ 1)
  }

  /// `true`, `false` or `null`, of which the first byte is known; `tail` is its last four bytes, the first in the low
  /// bits.
  @inline(__always)
  private func scanLiteral(_ position: inout Int, _ length: Int, tail: UInt32) throws(JSONFailure) {
    guard end &- position >= length,
      unsafe UInt32(littleEndian: UnsafeRawPointer(base + (position + length - 4)).loadUnaligned(as: UInt32.self))
        == tail
    else { throw JSONFailure(offset: position, reason: .literal) }
    position &+= length
  }

  @inline(__always)
  private func skipSpace(from start: Int) -> Int {
    if start < end, unsafe base[start] > 0x20 { return start }
    return skipSpaceSlowly(from: start)
  }

  private func skipSpaceSlowly(from start: Int) -> Int {
    var position = start
    while position < end {
      switch unsafe base[position] {
      case 0x20:
        // Indentation: eight spaces at a time.
        while end - position >= 8, unsafe word(at: position) == 0x2020_2020_2020_2020 { position &+= 8 }
        if position < end, unsafe base[position] == 0x20 { position &+= 1 }
      case 0x0A, 0x0D, 0x09: position &+= 1
      default: return position
      }
    }
    return position
  }

  /// Eight bytes, the first in the low bits. The caller has checked that they exist.
  @unsafe @inline(__always)
  func word(at position: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
  }
}
