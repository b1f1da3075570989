/// The rules of a compiled zone file (TZif, RFC 8536), as found in `/usr/share/zoneinfo`.
///
/// The 64-bit block of version 2 and later is used, with the POSIX rule of the footer for times after its last
/// transition; a version 1 file has only its 32-bit block. Leap seconds are not counted (the `right/` files are not
/// meant for this).
struct ZoneFile: ZoneRules {
  private let list: TransitionList
  private let footer: PosixRules?
  private let lastTransition: Int64

  /// Nil when the bytes are not a well-formed zone file.
  init?(parsing bytes: [UInt8]) {
    guard let first = Header(bytes, at: 0) else { return nil }
    guard first.version >= 2 else {
      guard let list = Self.block(bytes, first, at: Header.size, timeSize: 4) else { return nil }
      self.init(list: list, footer: nil)
      return
    }
    let second = Header.size + first.blockSize(timeSize: 4)
    guard let header = Header(bytes, at: second),
      let list = Self.block(bytes, header, at: second + Header.size, timeSize: 8)
    else { return nil }
    let footerStart = second + Header.size + header.blockSize(timeSize: 8)
    guard footerStart < bytes.count, bytes[footerStart] == UInt8(ascii: "\n"),
      let footerEnd = bytes[(footerStart + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let text = String(decoding: bytes[(footerStart + 1)..<footerEnd], as: UTF8.self)
    let footer = PosixRules(parsing: text)
    guard text.isEmpty || footer != nil else { return nil }
    self.init(list: list, footer: footer)
  }

  private init(list: TransitionList, footer: PosixRules?) {
    self.list = list
    self.footer = footer
    lastTransition = list.transitions.last?.seconds ?? .min
  }

  /// The rule for the years to come, when the file has one.
  var posixRules: PosixRules? { footer }

  func offset(at seconds: Int64) -> Int {
    if let footer, seconds > lastTransition { return footer.offset(at: seconds) }
    return list.offset(at: seconds)
  }

  func transitions(from: Int64, to: Int64) -> [ZoneTransition] {
    var found = Array(list.transitions(from: from, to: to))
    if let footer, to > lastTransition {
      found += footer.transitions(from: max(from, lastTransition), to: to)
    }
    return found
  }
}

// MARK: - The format

extension ZoneFile {
  private struct Header {
    static let size = 44

    let version: Int
    let isUTCCount, isStandardCount, leapCount, timeCount, typeCount, charCount: Int

    /// Nil when the magic is missing, a count is absurd, or the block does not fit.
    init?(_ bytes: [UInt8], at offset: Int) {
      guard offset >= 0, bytes.count >= offset + Self.size,
        bytes[offset..<offset + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[offset + 4] == 0 ? 1 : Int(bytes[offset + 4]) - Int(UInt8(ascii: "0"))
      let counts = (0..<6).map { index in
        Int(truncatingIfNeeded: ZoneFile.integer(bytes, at: offset + 20 + index * 4, size: 4))
      }
      guard counts.allSatisfy({ (0...100_000).contains($0) }), (1...256).contains(counts[4]) else { return nil }
      (isUTCCount, isStandardCount, leapCount) = (counts[0], counts[1], counts[2])
      (timeCount, typeCount, charCount) = (counts[3], counts[4], counts[5])
      guard bytes.count >= offset + Self.size + blockSize(timeSize: 4) else { return nil }
    }

    func blockSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4) + isStandardCount
        + isUTCCount
    }
  }

  private static func block(_ bytes: [UInt8], _ header: Header, at start: Int, timeSize: Int) -> TransitionList? {
    guard bytes.count >= start + header.blockSize(timeSize: timeSize) else { return nil }
    let types = start + header.timeCount * timeSize
    let records = types + header.timeCount
    let offsets = (0..<header.typeCount).map { Int(integer(bytes, at: records + $0 * 6, size: 4)) }
    guard offsets.allSatisfy({ abs($0) < 2 * 86_400 }) else { return nil }
    var changes: [(seconds: Int64, offset: Int)] = []
    changes.reserveCapacity(header.timeCount)
    for index in 0..<header.timeCount {
      let seconds = integer(bytes, at: start + index * timeSize, size: timeSize)
      let type = Int(bytes[types + index])
      guard type < offsets.count, changes.last.map({ $0.seconds < seconds }) ?? true else { return nil }
      changes.append((seconds, offsets[type]))
    }
    return TransitionList(initialOffset: offsets[0], changes: changes)
  }

  /// A signed big-endian integer of 4 or 8 bytes. The caller has checked that it is there.
  private static func integer(_ bytes: [UInt8], at offset: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}
