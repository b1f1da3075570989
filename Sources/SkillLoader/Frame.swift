/// The messages between the host and a runner, on a SEQPACKET socket: one message is one frame.
///
/// A frame is a 16-byte header and a payload. All integers are little-endian.
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 4 | length of the payload in bytes |
/// | 4 | 2 | kind (``FrameKind``) |
/// | 6 | 2 | flags: bit 0, the payload is in an attached sealed memfd instead of in the message; bit 1, the attached descriptor is the library; bits 2 and 3, a piece of a payload and its last piece (``FramePieces``) |
/// | 8 | 8 | call id, 0 when the frame is not about a call |
///
/// A payload is a sequence of fields written by ``FrameWriter``: fixed-width integers, and byte strings as a 4-byte
/// length and the bytes. Each side judges every length of the other's; a violation ends the runner, never the host.
package struct FrameHeader: Equatable, Sendable {
  package static let size = 16
  package static let payloadInMemfd: UInt16 = 1
  package static let carriesLibrary: UInt16 = 2
  package static let piece: UInt16 = 4
  package static let lastPiece: UInt16 = 8

  package var length: UInt32
  package var kind: FrameKind
  package var flags: UInt16 = 0
  package var call: UInt64 = 0

  package init(length: UInt32, kind: FrameKind, flags: UInt16 = 0, call: UInt64 = 0) {
    self.length = length
    self.kind = kind
    self.flags = flags
    self.call = call
  }
}

/// What a frame means. The payload's fields are listed beside each.
package enum FrameKind: UInt16, Sendable {
  // Host to runner.

  /// The first frame, once: identifier, config JSON, services offered (u32, ``ServiceSet``), ``ConfinementRules``. Carries
  /// the library.
  case load = 1
  /// A call: deadline in ns of CLOCK_MONOTONIC or 0 (u64), count of facts (u16), each a name and a value, input JSON.
  case invoke = 2
  /// As ``invoke``, with the intent in place of the input.
  case match = 3
  /// Stop the call named in the header. Empty.
  case cancel = 4
  /// Save what must not be lost, then end: deadline (u64).
  case quiesce = 5
  /// A part of an answer, or its end: number of the request (u32), place in the answer (u32, from 0: threads of a runner
  /// that receive side by side may overtake each other), 1 when it is the end (u8), bytes. Never in a memfd.
  case serviceReply = 6

  // Runner to host.

  /// Loaded and created: descriptor's flags (u32), max_parallel (u32), has match (u8), calls served at once (u32).
  case ready = 16
  /// Cannot serve: a code, a message, a hint. The runner ends after it.
  case loadFailed = 17
  /// A line for the log: level (u32), text. May name a call.
  case log = 18
  /// Fraction (f64 bits), note.
  case progress = 19
  /// Partial output: mime, text.
  case text = 20
  /// mime, bytes.
  case attachment = 21
  /// The call has ended: status (i32), result JSON, code, message, detail JSON.
  case finished = 22
  /// Confined, and about to load: the enforcement that is in force, as JSON. Sent before a byte of the library runs, so
  /// that no library can have forged it.
  case confined = 30
  /// The memory limit refused a request of this many bytes (u64). Sent at most ten times a second.
  case memoryRefused = 31
  /// Asks the host for something, within the call: number of the request (u32, chosen by the runner, not one that is
  /// still being answered), ``ServiceOperation`` (u16), its bytes.
  case serviceRequest = 23
  /// Parts of an answer were taken, and as much more may be sent: number of the request (u32), bytes (u32).
  case serviceTaken = 24
  /// The rest of an answer is not wanted: number of the request (u32).
  case serviceStop = 25
  /// The state of the process (``ProcessState``), before anything is loaded, after create and after each call. Only where
  /// the rules ask for it.
  case processState = 40
  /// Carries the descriptor at which refused system calls wait for an answer; the names of all calls in the order of
  /// their numbers, each a byte string. Only where the rules ask for it.
  case listening = 41
}

/// Sizes that neither side goes beyond.
package enum FrameLimits {
  /// The largest payload that travels inside the message.
  package static let inline = 64 * 1024
  /// The largest payload at all: the largest permitted output and room for the other fields.
  package static let payload = 65 * 1024 * 1024
}

extension FrameHeader {
  /// Reads a header, or nil when the bytes are none: too few, an unknown kind or flag, a length over the limit, or a
  /// memfd for a payload that would have fitted.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(bytes)
    guard let length = reader.uint32(), let rawKind = reader.uint16(), let flags = reader.uint16(),
      let call = reader.uint64(), let kind = FrameKind(rawValue: rawKind),
      // At most one of them.
      flags < 16, flags & (flags &- 1) == 0,
      Int(length) <= FrameLimits.payload
    else { return nil }
    self.init(length: length, kind: kind, flags: flags, call: call)
  }

  package func encode() -> [UInt8] {
    var writer = FrameWriter(capacity: Self.size)
    writer.append(length)
    writer.append(kind.rawValue)
    writer.append(flags)
    writer.append(call)
    return writer.bytes
  }
}

/// Appends fields to a payload.
package struct FrameWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameter capacity: how many bytes will be appended, if that is known: one allocation instead of several.
  package init(capacity: Int = 0) {
    if capacity > 0 { bytes.reserveCapacity(capacity) }
  }

  package mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ number: Double) { append(number.bitPattern) }

  /// A byte string. Longer than the payload limit cannot be sent; ``FrameChannel`` refuses the frame then.
  package mutating func append(_ string: [UInt8]) {
    append(UInt32(clamping: string.count))
    bytes += string
  }

  package mutating func append(_ text: String) {
    append(UInt32(clamping: text.utf8.count))
    bytes += text.utf8
  }

  package mutating func append(_ string: UnsafeRawBufferPointer) {
    append(UInt32(clamping: string.count))
    unsafe bytes.append(contentsOf: string)
  }
}

/// Takes fields from a payload. Every method answers nil, and takes nothing, when the bytes do not hold such a field.
@safe package struct FrameReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  /// The buffer must stay valid as long as the reader and the slices it gave out.
  package init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
  }

  /// True when everything was taken.
  package var isAtEnd: Bool { unsafe offset == bytes.count }

  package mutating func uint8() -> UInt8? { number() }
  package mutating func uint16() -> UInt16? { number() }
  package mutating func uint32() -> UInt32? { number() }
  package mutating func int32() -> Int32? { number() }
  package mutating func uint64() -> UInt64? { number() }
  package mutating func double() -> Double? { (number() as UInt64?).map { Double(bitPattern: $0) } }

  private mutating func number<Number: FixedWidthInteger>() -> Number? {
    let size = Number.bitWidth / 8
    guard unsafe bytes.count - offset >= size else { return nil }
    defer { offset += size }
    // In bounds by the guard above.
    return unsafe Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// A byte string, as a view of the buffer.
  package mutating func string() -> UnsafeRawBufferPointer? {
    let before = offset
    guard let length = uint32() else { return nil }
    guard unsafe Int(length) <= bytes.count - offset else {
      offset = before
      return nil
    }
    defer { offset += Int(length) }
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(length)])
  }

  /// A byte string that must be UTF-8.
  package mutating func text() -> String? {
    guard let view = unsafe string() else { return nil }
    return unsafe String(validating: view, as: UTF8.self)
  }
}
