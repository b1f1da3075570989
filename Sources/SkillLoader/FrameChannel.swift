import CLinux
import Glibc
package import SkillSystem

/// One end of the socket between host and runner: sends and receives whole frames, payloads in memfds included.
///
/// A received payload that came in a memfd is read into memory of our own, after its seals were checked: what the
/// other side can still write is never parsed.
package struct FrameChannel: ~Copyable, Sendable {
  package let socket: Descriptor

  package init(_ socket: consuming Descriptor) {
    self.socket = socket
  }

  // MARK: Sending

  package enum SendResult: Sendable, Equatable {
    case sent
    /// The socket is full (only when not waiting).
    case full
    /// The other side is gone, or the frame cannot be sent at all.
    case failed
  }

  /// Sends one frame.
  ///
  /// - Parameters:
  ///   - library: attached as the library when given; the payload must then fit inline.
  ///   - waiting: whether to block while the socket is full.
  package borrowing func send(
    _ kind: FrameKind, call: UInt64 = 0, _ payload: [UInt8], library: Int32? = nil, waiting: Bool
  ) -> SendResult {
    guard payload.count <= FrameLimits.payload else { return .failed }
    var header = FrameHeader(length: UInt32(payload.count), kind: kind, call: call)
    let flags = waiting ? 0 : Int32(MSG_DONTWAIT)
    if payload.count <= FrameLimits.inline {
      header.flags = library == nil ? 0 : FrameHeader.carriesLibrary
      return transmit(header, payload, descriptor: library ?? -1, flags)
    }
    guard library == nil else { return .failed }
    header.flags = FrameHeader.payloadInMemfd
    let number = unsafe clinux_memfd_sealable("skillhost-payload")
    guard number >= 0 else { return .failed }
    let memory = Descriptor(owning: number)
    do {
      try memory.write(payload)
    } catch {
      return .failed
    }
    guard clinux_seal(number) == 0 else { return .failed }
    return transmit(header, [], descriptor: number, flags)
  }

  private borrowing func transmit(
    _ header: FrameHeader, _ payload: [UInt8], descriptor: Int32, _ flags: Int32
  ) -> SendResult {
    let number = socket.number
    let sent = unsafe header.encode().withUnsafeBytes { head in
      unsafe payload.withUnsafeBytes { body in
        unsafe clinux_send_message(
          number, head.baseAddress, UInt64(head.count), body.baseAddress, UInt64(body.count), descriptor, flags)
      }
    }
    if sent >= 0 { return .sent }
    return errno == EAGAIN ? .full : .failed
  }

  // MARK: Receiving

  package enum Received: Sendable {
    /// A frame. The payload is in the buffer after the header, or here when it came in a memfd.
    case frame(FrameHeader, large: [UInt8]?)
    /// Nothing is there (only when not waiting).
    case empty
    /// The other side has closed.
    case closed
    /// The other side broke the protocol.
    case violation(String)
  }

  /// Receives one frame into `buffer`, which must hold ``receiveCapacity`` bytes.
  ///
  /// - Parameter library: set when the frame carries a library; any other descriptor is a violation and is closed.
  package borrowing func receive(
    into buffer: UnsafeMutableRawBufferPointer, library: inout Descriptor?, waiting: Bool
  ) -> Received {
    var descriptor: Int32 = -1
    let flags = waiting ? 0 : Int32(MSG_DONTWAIT)
    let size = unsafe clinux_receive_message(
      socket.number, buffer.baseAddress, UInt64(buffer.count), &descriptor, flags)
    if size < 0 {
      switch errno {
      case EAGAIN: return .empty
      case EMSGSIZE: return .violation("a message was too long or carried more than one descriptor")
      default: return .closed
      }
    }
    let attached = descriptor >= 0 ? Descriptor(owning: descriptor) : nil
    if size == 0 { return .closed }
    guard
      let header = unsafe FrameHeader(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<Int(size)]))
    else { return .violation("a frame header was malformed") }
    let inline = Int(size) - FrameHeader.size
    if header.flags & FrameHeader.payloadInMemfd != 0 {
      guard let attached, inline == 0 else { return .violation("a large payload came without its memfd") }
      guard let payload = Self.read(attached, size: Int(header.length)) else {
        return .violation("a large payload was not in a sealed memfd of the size stated")
      }
      return .frame(header, large: payload)
    }
    guard inline == Int(header.length) else { return .violation("a frame's length was not the one stated") }
    guard (header.flags & FrameHeader.carriesLibrary != 0) == (descriptor >= 0) else {
      return .violation("a frame and its descriptor did not go together")
    }
    library = attached
    return .frame(header, large: nil)
  }

  /// As above, where no library is expected.
  package borrowing func receive(into buffer: UnsafeMutableRawBufferPointer, waiting: Bool) -> Received {
    var library: Descriptor?
    let received = unsafe receive(into: buffer, library: &library, waiting: waiting)
    return library == nil ? received : .violation("a library came where none was expected")
  }

  package static let receiveCapacity = FrameHeader.size + FrameLimits.inline

  private static func read(_ memory: borrowing Descriptor, size: Int) -> [UInt8]? {
    guard clinux_is_sealed(memory.number) == 1, let status = try? memory.status(), Int(status.st_size) == size else {
      return nil
    }
    let number = memory.number
    var complete = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = retrying { unsafe pread(number, buffer.baseAddress! + count, size - count, off_t(count)) }
        if got <= 0 {
          complete = false
          return
        }
        count += got
      }
    }
    return complete ? bytes : nil
  }
}

/// Two connected ends, close-on-exec both.
package struct FrameSocketPair: ~Copyable {
  package let host: Descriptor
  package let runner: Descriptor

  package init() throws(SkillError) {
    var numbers: [Int32] = [-1, -1]
    guard unsafe clinux_socketpair(&numbers) == 0 else { throw .systemCall("create a socket pair") }
    host = Descriptor(owning: numbers[0])
    runner = Descriptor(owning: numbers[1])
  }

  package consuming func takeHost() -> Descriptor { host }
}
