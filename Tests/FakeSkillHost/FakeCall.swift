package import CSkillABI
internal import Synchronization

/// A `skill_call` in memory of its own, followed by what the fake host's functions need to find their way back, and the
/// texts that live until the call ends.
final class FakeCall {
  private struct Block {
    var call: skill_call
    var owner: Unmanaged<FakeCall>
  }

  let host: FakeHost
  private let block: UnsafeMutablePointer<Block>
  /// Address and size of each text.
  private let texts = Mutex<[(address: UInt, size: Int)]>([])

  init(_ host: FakeHost) {
    self.host = host
    block = .allocate(capacity: 1)
    let call = skill_call(size: UInt32(MemoryLayout<skill_call>.size), reserved: 0, host: host.table)
    block.initialize(to: Block(call: call, owner: Unmanaged.passUnretained(self)))
  }

  var pointer: UnsafePointer<skill_call> {
    UnsafeRawPointer(block).assumingMemoryBound(to: skill_call.self)
  }

  /// The object behind a call that the skill passed in.
  static func find(_ call: UnsafePointer<skill_call>) -> FakeCall {
    UnsafeRawPointer(call).assumingMemoryBound(to: Block.self).pointee.owner.takeUnretainedValue()
  }

  /// A text that lives until the call ends.
  func text(_ bytes: [UInt8]) -> skill_text {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
    copy.copyBytes(from: bytes)
    let address = UInt(bitPattern: copy.baseAddress)
    texts.withLock { $0.append((address, copy.count)) }
    return skill_text(data: copy.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(bytes.count))
  }

  /// Overwrites and frees everything, so that a skill that kept a pointer reads rubbish.
  func end() {
    for (address, size) in texts.withLock({ $0 }) {
      let text = UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: size)
      text.initializeMemory(as: UInt8.self, repeating: 0xA5)
      text.deallocate()
    }
    UnsafeMutableRawBufferPointer(start: block, count: MemoryLayout<Block>.size)
      .initializeMemory(as: UInt8.self, repeating: 0xA5)
    block.deallocate()
  }
}

extension skill_text {
  var bytes: [UInt8] {
    data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(size))) } ?? []
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Lends bytes as a C text; their end is the end of the memory that was allocated for them.
package func withSkillText<Result>(_ text: String, _ body: (skill_text) throws -> Result) rethrows -> Result {
  let bytes = Array(text.utf8)
  return try bytes.withUnsafeBytes { buffer in
    try body(
      skill_text(data: buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size: UInt64(buffer.count)))
  }
}
