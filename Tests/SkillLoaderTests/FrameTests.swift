import CLinux
import Glibc
import SkillLoader
import SkillSystem
import Testing

@Suite struct FrameTests {
  @Test func fieldsComeBackAsTheyWere() {
    var writer = FrameWriter()
    writer.append(UInt8(7))
    writer.append(Int32(-5))
    writer.append(0.25)
    writer.append("héllo")
    writer.append([1, 2, 3])
    writer.append(UInt64.max)
    writer.bytes.withUnsafeBytes { bytes in
      var reader = FrameReader(bytes)
      #expect(reader.uint8() == 7)
      #expect(reader.int32() == -5)
      #expect(reader.double() == 0.25)
      #expect(reader.text() == "héllo")
      #expect(reader.string().map(Array.init) == [1, 2, 3])
      #expect(!reader.isAtEnd)
      #expect(reader.uint64() == .max)
      #expect(reader.isAtEnd)
      #expect(reader.uint8() == nil)
    }
  }

  @Test func everyTruncationIsNoticed() {
    let whole = CallRequestView.encode(deadline: 9, facts: [("call_id", "x"), ("now", "")], input: Array("{}".utf8))
    whole.withUnsafeBytes { #expect(CallRequestView($0) != nil) }
    for length in 0..<whole.count {
      Array(whole.prefix(length)).withUnsafeBytes { #expect(CallRequestView($0) == nil, "\(length)") }
    }
    (whole + [0]).withUnsafeBytes { #expect(CallRequestView($0) == nil) }
  }

  @Test func liesAboutLengthsAreNoticed() {
    let whole = CallRequestView.encode(deadline: 9, facts: [("call_id", "x")], input: Array("{}".utf8))
    for index in whole.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = value
        changed.withUnsafeBytes { bytes in
          // Whatever it makes of the bytes, everything it gives out lies inside of them.
          guard let view = CallRequestView(bytes), let end = view.input.baseAddress else { return }
          #expect(end + view.input.count <= bytes.baseAddress! + bytes.count)
        }
      }
    }
  }

  @Test(arguments: [
    FrameHeader(length: 3, kind: .invoke, flags: 0, call: 77),
    FrameHeader(length: 0, kind: .finished, flags: FrameHeader.payloadInMemfd, call: .max),
  ])
  func headersComeBackAsTheyWere(header: FrameHeader) {
    header.encode().withUnsafeBytes { #expect(FrameHeader($0) == header) }
  }

  @Test func malformedHeadersAreRefused() {
    func bytes(length: UInt32 = 1, kind: UInt16 = 2, flags: UInt16 = 0) -> [UInt8] {
      var writer = FrameWriter()
      writer.append(length)
      writer.append(kind)
      writer.append(flags)
      writer.append(UInt64(1))
      return writer.bytes
    }
    bytes().withUnsafeBytes { #expect(FrameHeader($0) != nil) }
    for wrong in [
      bytes(length: UInt32(FrameLimits.payload) + 1), bytes(length: .max), bytes(kind: 0), bytes(kind: 99),
      bytes(flags: 16), bytes(flags: 3), bytes(flags: 12), bytes(flags: 6), Array(bytes().dropLast()), [],
    ] { wrong.withUnsafeBytes { #expect(FrameHeader($0) == nil) } }
  }
}

@Suite struct FrameChannelTests {
  /// A channel, the other end as a bare socket, and memory to receive into.
  final class Ends {
    let channel: FrameChannel
    let peer: Descriptor
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16)

    init() throws {
      var pair: [Int32] = [-1, -1]
      try #require(clinux_socketpair(&pair) == 0)
      channel = FrameChannel(Descriptor(owning: pair[0]))
      peer = Descriptor(owning: pair[1])
    }

    deinit { buffer.deallocate() }

    func receive() -> FrameChannel.Received { channel.receive(into: buffer, waiting: false) }

    /// Sends raw bytes with a descriptor from the other end.
    func forge(_ bytes: [UInt8], descriptor: Int32 = -1) {
      #expect(clinux_send_message(peer.number, bytes, UInt64(bytes.count), nil, 0, descriptor, 0) == bytes.count)
    }
  }

  @Test(arguments: [0, 1, FrameLimits.inline, FrameLimits.inline + 1, 10_000_000])
  func payloadsOfAllSizesArrive(size: Int) throws {
    let ends = try Ends()
    let sender = FrameChannel(try ends.peer.duplicate())
    let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(sender.send(.text, call: 5, payload, waiting: false) == .sent)
    guard case .frame(let header, let large) = ends.receive() else {
      Issue.record("no frame")
      return
    }
    #expect(header.kind == .text && header.call == 5 && header.length == size)
    let got = large ?? Array(UnsafeRawBufferPointer(ends.buffer)[FrameHeader.size...].prefix(size))
    #expect(got == payload)
    guard case .empty = ends.receive() else {
      Issue.record("more than one frame")
      return
    }
  }

  @Test func noticesTheEnd() throws {
    let ends = try Ends()
    shutdown(ends.peer.number, Int32(SHUT_RDWR))
    guard case .closed = ends.receive() else {
      Issue.record("not closed")
      return
    }
  }

  private func violation(_ ends: Ends) -> String? {
    if case .violation(let what) = ends.receive() { what } else { nil }
  }

  @Test func aPayloadInUnsealedMemoryIsRefused() throws {
    let ends = try Ends()
    let memory = Descriptor(owning: clinux_memfd_sealable("test"))
    try memory.write([UInt8](repeating: 1, count: 100))
    ends.forge(FrameHeader(length: 100, kind: .text, flags: 1, call: 1).encode(), descriptor: memory.number)
    #expect(violation(ends) == "a large payload was not in a sealed memfd of the size stated")
  }

  @Test func aPayloadOfAnotherSizeIsRefused() throws {
    let ends = try Ends()
    let memory = Descriptor(owning: clinux_memfd_sealable("test"))
    try memory.write([UInt8](repeating: 1, count: 100))
    #expect(clinux_seal(memory.number) == 0)
    ends.forge(FrameHeader(length: 101, kind: .text, flags: 1, call: 1).encode(), descriptor: memory.number)
    #expect(violation(ends) == "a large payload was not in a sealed memfd of the size stated")
  }

  @Test func aFileInPlaceOfMemoryIsRefused() throws {
    let ends = try Ends()
    let file = try Descriptor.open("/etc/hostname", O_RDONLY)
    ends.forge(
      FrameHeader(length: UInt32(try file.status().st_size), kind: .text, flags: 1, call: 1).encode(),
      descriptor: file.number)
    #expect(violation(ends) == "a large payload was not in a sealed memfd of the size stated")
  }

  @Test func descriptorsNobodyAskedForAreRefusedAndClosed() throws {
    let ends = try Ends()
    let unwanted = Descriptor(owning: clinux_memfd_sealable("skillhost-unwanted"))
    ends.forge(FrameHeader(length: 0, kind: .text).encode(), descriptor: unwanted.number)
    #expect(violation(ends) == "a frame and its descriptor did not go together")
    ends.forge(FrameHeader(length: 0, kind: .load, flags: FrameHeader.carriesLibrary).encode())
    #expect(violation(ends) == "a frame and its descriptor did not go together")
    ends.forge(FrameHeader(length: 0, kind: .text, flags: FrameHeader.payloadInMemfd).encode())
    #expect(violation(ends) == "a large payload came without its memfd")
    #expect(descriptors(of: "/memfd:skillhost-unwanted") == [unwanted.number])
  }

  @Test func lengthsThatAreNotTheMessagesAreRefused() throws {
    let ends = try Ends()
    ends.forge(FrameHeader(length: 5, kind: .text).encode() + [1, 2, 3])
    #expect(violation(ends) == "a frame's length was not the one stated")
    ends.forge([1, 2, 3])
    #expect(violation(ends) == "a frame header was malformed")
    ends.forge([UInt8](repeating: 0, count: FrameChannel.receiveCapacity + 1))
    #expect(violation(ends) == "a message was too long or carried more than one descriptor")
  }

  /// The numbers under which a file is open here.
  private func descriptors(of name: String) -> [Int32] {
    (0..<1024).filter { number in
      var target = [UInt8](repeating: 0, count: 256)
      let length = readlink("/proc/self/fd/\(number)", &target, target.count)
      return String(decoding: target.prefix(max(length, 0)), as: UTF8.self).hasPrefix(name)
    }
  }
}
