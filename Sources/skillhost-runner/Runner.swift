import CSkillABI
import Glibc
import SkillLoader
import SkillSystem

/// The life of the process: confine, load, create, serve.
enum Runner {
  static let socketNumber: Int32 = 3

  static func start(parent: Int32) -> Never {
    let channel = FrameChannel(Descriptor(owning: socketNumber))
    let enforcement: String
    do throws(SkillError) {
      enforcement = try Confinement.beforeLoading(parent: parent)
    } catch {
      fail(channel, error)
    }

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16)
    var request: LoadRequest
    switch unsafe channel.receive(into: buffer, waiting: true) {
    case .frame(let header, large: nil, library: .some(let library)) where header.kind == .load:
      guard
        let decoded = unsafe LoadRequest(
          UnsafeRawBufferPointer(
            rebasing: UnsafeRawBufferPointer(buffer)[FrameHeader.size...].prefix(Int(header.length))),
          library)
      else { end(.protocolViolation) }
      request = decoded
    case .closed: end(.hostGone)
    default: end(.protocolViolation)
    }
    unsafe buffer.deallocate()

    let instance: SkillInstance
    do throws(SkillError) {
      let library = try SkillLibrary(loading: request.takeLibrary())
      instance = try SkillInstance(library.descriptor(of: request.identifier), configuration: request.configuration)
      try Confinement.afterCreating()
    } catch {
      fail(channel, error)
    }
    CallServer(channel, instance, enforcement: enforcement).serve()
  }

  /// Why the process ends, as its exit status; seen only in logs.
  enum Ending: Int32 {
    case asked = 0
    case hostGone = 10
    case loadFailed = 11
    case protocolViolation = 12
  }

  /// Ends at once. Not `exit`: handlers that the skill registered are nobody's business any more.
  static func end(_ ending: Ending) -> Never { _exit(ending.rawValue) }

  private static func fail(_ channel: borrowing FrameChannel, _ error: SkillError) -> Never {
    var writer = FrameWriter()
    writer.append(error.code.name)
    writer.append(error.message)
    _ = channel.send(.loadFailed, writer.bytes, waiting: true)
    end(.loadFailed)
  }
}

/// The first frame's content.
private struct LoadRequest: ~Copyable {
  let identifier: String
  let configuration: [UInt8]
  private let library: Descriptor

  init?(_ payload: UnsafeRawBufferPointer, _ library: consuming Descriptor) {
    var reader = unsafe FrameReader(payload)
    guard let identifier = reader.text(), let configuration = unsafe reader.string(), reader.isAtEnd else { return nil }
    self.identifier = identifier
    self.configuration = unsafe [UInt8](configuration)
    self.library = library
  }

  mutating func takeLibrary() throws(SkillError) -> Descriptor { try library.duplicate() }
}
