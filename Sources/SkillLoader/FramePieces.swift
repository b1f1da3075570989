import CLinux
import Glibc
import SkillSystem

/// The pieces of a payload that is too large for one message, put together again.
///
/// The problem: what a skill gives out may be tens of megabytes, and a message holds 64 KiB. The host passes such
/// payloads in sealed memfds; a runner must not be able to make any, because their memory counts against no limit of its
/// process and a skill could fill the machine with it. The choice: a runner sends pieces, one after the other, with
/// small frames in between where other threads send some. The host takes at most one payload's worth.
package struct FramePieces: Sendable {
  package enum Added: Sendable, Equatable {
    case whole([UInt8])
    case more
    case violation(String)
  }

  private var first: FrameHeader?
  private var bytes: [UInt8] = []

  package init() {}

  /// Takes the payload of a frame that ``isPiece(_:)``.
  package mutating func add(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer) -> Added {
    if let first {
      guard header.kind == first.kind, header.call == first.call else {
        return .violation("the pieces of two payloads were mixed")
      }
    }
    guard unsafe !payload.isEmpty, payload.count <= FrameLimits.payload - bytes.count else {
      return .violation("a payload in pieces was empty or too large")
    }
    first = header
    unsafe bytes.append(contentsOf: payload)
    guard header.flags == FrameHeader.lastPiece else { return .more }
    defer { self = FramePieces() }
    return .whole(bytes)
  }

  package static func isPiece(_ header: FrameHeader) -> Bool {
    header.flags & (FrameHeader.piece | FrameHeader.lastPiece) != 0
  }
}

extension FrameChannel {
  /// Sends a payload in pieces, blocking while the socket is full. Only one at a time may do this.
  package borrowing func sendInPieces(_ kind: FrameKind, call: UInt64, _ payload: [UInt8]) -> SendResult {
    guard payload.count <= FrameLimits.payload else { return .failed }
    var start = 0
    while start < payload.count {
      let end = min(start + FrameLimits.inline, payload.count)
      let flags = end == payload.count ? FrameHeader.lastPiece : FrameHeader.piece
      let header = FrameHeader(length: UInt32(end - start), kind: kind, flags: flags, call: call).encode()
      let number = socket.number
      let sent = unsafe header.withUnsafeBytes { head in
        unsafe payload.withUnsafeBytes { body in
          let piece = unsafe UnsafeRawBufferPointer(rebasing: body[start..<end])
          return unsafe clinux_send_message(
            number, head.baseAddress, UInt64(head.count), piece.baseAddress, UInt64(piece.count), -1, 0)
        }
      }
      guard sent >= 0 else { return .failed }
      start = end
    }
    return .sent
  }
}
