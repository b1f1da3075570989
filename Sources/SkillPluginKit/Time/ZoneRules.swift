/// A time zone's offsets from UTC, read from the system's zone files (RFC 9636, "TZif").
///
/// The C library knows only one zone a process, and changing it is forbidden to a skill; so the file is read here.
public struct ZoneRules: Sendable, Hashable {
  /// Moments, in seconds since the epoch, at which an offset starts to hold; ascending.
  private let transitions: [Int]
  /// The offset from each transition on, in seconds east of UTC.
  private let offsets: [Int]
  /// What holds before the first transition.
  private let firstOffset: Int
  /// What holds after the last transition.
  private let tail: ZoneTail?

  /// Reads the zone of an IANA name such as `Asia/Shanghai`; nil when there is none or its file is damaged.
  public init?(named name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.utf8.allSatisfy { $0 < 128 && $0 > 32 && $0 != UInt8(ascii: "\\") }
    }
    guard isName, name.utf8.count <= 64,
      let file = try? SkillFiles.read("/usr/share/zoneinfo/\(name)", limit: 1 << 20)
    else { return nil }
    self.init(file: file)
  }

  /// Reads the content of a zone file.
  public init?(file: [UInt8]) {
    var reader = ByteReader(file)
    guard var header = TZifHeader(&reader) else { return nil }
    var width = 4
    if header.version >= UInt8(ascii: "2") {
      guard reader.skip(header.dataSize(width: 4)), let second = TZifHeader(&reader) else { return nil }
      header = second
      width = 8
    }
    guard header.dataSize(width: width) <= file.count, header.typeCount > 0 else { return nil }

    var transitions: [Int] = []
    for _ in 0..<header.transitionCount {
      guard let time = reader.integer(width), time > transitions.last ?? .min else { return nil }
      transitions.append(time)
    }
    var types: [Int] = []
    for _ in 0..<header.transitionCount {
      guard let type = reader.byte(), type < header.typeCount else { return nil }
      types.append(Int(type))
    }
    var typeOffsets: [Int] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(4), abs(offset) < 86_400, reader.skip(2) else { return nil }
      typeOffsets.append(offset)
    }
    guard reader.skip(header.restSize(width: width)) else { return nil }

    self.transitions = transitions
    offsets = types.map { typeOffsets[$0] }
    firstOffset = typeOffsets[0]
    tail = width == 8 ? reader.line().flatMap { ZoneTail(posix: $0) } : nil
  }

  /// Seconds east of UTC at a moment.
  public func offset(at secondsSinceEpoch: Int) -> Int {
    guard let last = transitions.last else { return tail?.offset(at: secondsSinceEpoch) ?? firstOffset }
    if secondsSinceEpoch >= last { return tail?.offset(at: secondsSinceEpoch) ?? offsets[offsets.count - 1] }
    // The first transition that is later; what holds is the one before it.
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] > secondsSinceEpoch { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? firstOffset : offsets[low - 1]
  }

  /// The moment at which clocks in this zone show a day and time. A time that occurs twice is the first one; one that
  /// is skipped is moved on by the length of the gap, as RFC 5545 asks.
  public func moment(_ date: CivilDate, _ time: CivilTime) -> Moment {
    let local = date.dayNumber * 86_400 + time.secondOfDay
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    for candidate in [before, after] where offset(at: local - candidate) == candidate {
      return Moment(secondsSinceEpoch: local - candidate, offset: candidate)
    }
    let seconds = local - before
    return Moment(secondsSinceEpoch: seconds, offset: offset(at: seconds))
  }
}

/// The counts at the start of each block of a zone file.
private struct TZifHeader {
  let version: UInt8
  let universalCount, standardCount, leapCount, transitionCount, typeCount, characterCount: Int

  init?(_ reader: inout ByteReader) {
    guard reader.take(Array("TZif".utf8)), let version = reader.byte(), reader.skip(15) else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = reader.integer(4), (0...65_536).contains(count) else { return nil }
      counts.append(count)
    }
    self.version = version
    (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    (transitionCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
  }

  func dataSize(width: Int) -> Int { transitionCount * (width + 1) + typeCount * 6 + restSize(width: width) }

  /// What follows the types.
  func restSize(width: Int) -> Int { characterCount + leapCount * (width + 4) + standardCount + universalCount }
}

private struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func skip(_ count: Int) -> Bool {
    guard bytes.count - position >= count else { return false }
    position += count
    return true
  }

  mutating func take(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    return skip(expected.count)
  }

  /// A signed big-endian integer of 4 or 8 bytes.
  mutating func integer(_ width: Int) -> Int? {
    guard bytes.count - position >= width else { return nil }
    var value: UInt64 = 0
    for byte in bytes[position..<position + width] { value = value << 8 | UInt64(byte) }
    position += width
    return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
  }

  /// The text between two line feeds.
  mutating func line() -> String? {
    guard byte() == 10, let end = bytes[position...].firstIndex(of: 10) else { return nil }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }
}
