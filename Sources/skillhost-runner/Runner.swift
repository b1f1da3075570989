import CSkillABI
import Glibc
import SkillLoader
import SkillSystem

/// The life of the process: confine, load, create, serve.
enum Runner {
  static let socketNumber: Int32 = 3

  static func start(parent: Int32) -> Never {
    let channel = FrameChannel(Descriptor(owning: socketNumber))
    attempt(channel) { () throws(SkillError) in try Confinement.bindToParent(parent) }
    let request = receiveLoadRequest(channel)
    var confinement = Confinement(request.rules)
    let observation = request.rules.observation
    let instance = attempt(channel) { () throws(SkillError) in
      try confinement.beforeLoading { listener in
        // Until the host has it, every refused call waits.
        _ = channel.send(.listening, SystemCallFilter.callNames, library: listener, waiting: true)
      }
      if observation.contains(.state) { _ = channel.send(.processState, ProcessState(.fresh).frame, waiting: true) }
      var confined = FrameWriter()
      confined.append(confinement.enforcement)
      guard channel.send(.confined, confined.bytes, waiting: true) == .sent else { end(.hostGone) }
      let library = try SkillLibrary(loading: request.takeLibrary())
      let descriptor = try library.descriptor(of: request.identifier)
      SkillInstance.offer(request.services)
      let instance = try SkillInstance(descriptor, configuration: request.configuration)
      try confinement.afterCreating()
      if observation.contains(.state) {
        let state = ProcessState(.created, descriptor, hasMatch: instance.hasMatch)
        _ = channel.send(.processState, state.frame, waiting: true)
      }
      return instance
    }
    CallServer(
      channel, instance, services: request.services, tellsState: observation.contains(.state)
    ).serve()
  }

  /// Confines this process as for a skill, as far as this machine can, and prints the report.
  static func trySandbox() -> Never {
    var rules = ConfinementRules()
    rules.bestEffort = true
    var confinement = Confinement(rules)
    do throws(SkillError) {
      try confinement.beforeLoading { _ in }
      try confinement.afterCreating()
    } catch {
      end(.loadFailed)
    }
    let line = confinement.enforcement + "\n"
    let written = unsafe write(STDOUT_FILENO, line, line.utf8.count)
    end(written == line.utf8.count ? .asked : .loadFailed)
  }

  private static func receiveLoadRequest(_ channel: borrowing FrameChannel) -> LoadRequest {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FrameChannel.receiveCapacity, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var library: Descriptor?
    let received = unsafe channel.receive(into: buffer, library: &library, waiting: true)
    if case .closed = received { end(.hostGone) }
    guard case .frame(let header, large: nil) = received, header.kind == .load, let memory = library.take() else {
      end(.protocolViolation)
    }
    let payload = unsafe UnsafeRawBufferPointer(buffer)[FrameHeader.size...].prefix(Int(header.length))
    guard let request = unsafe LoadRequest(UnsafeRawBufferPointer(rebasing: payload), memory) else {
      end(.protocolViolation)
    }
    return request
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

  /// The result of `body`; an error is told to the host and ends the process.
  private static func attempt<Result>(
    _ channel: borrowing FrameChannel, _ body: () throws(SkillError) -> Result
  ) -> Result {
    do throws(SkillError) {
      return try body()
    } catch {
      var writer = FrameWriter()
      writer.append(error.code.name)
      writer.append(error.message)
      writer.append(error.hint ?? "")
      _ = channel.send(.loadFailed, writer.bytes, waiting: true)
      end(.loadFailed)
    }
  }
}

/// The first frame's content.
private struct LoadRequest: ~Copyable {
  let identifier: String
  let configuration: [UInt8]
  let services: ServiceSet
  let rules: ConfinementRules
  private let library: Descriptor

  init?(_ payload: UnsafeRawBufferPointer, _ library: consuming Descriptor) {
    var reader = unsafe FrameReader(payload)
    guard let identifier = reader.text(), let configuration = unsafe reader.string(),
      let services = reader.uint32(), let rules = reader.confinementRules(), reader.isAtEnd
    else { return nil }
    self.identifier = identifier
    self.configuration = unsafe [UInt8](configuration)
    self.services = ServiceSet(rawValue: services)
    self.rules = rules
    self.library = library
  }

  borrowing func takeLibrary() throws(SkillError) -> Descriptor { try library.duplicate() }
}
