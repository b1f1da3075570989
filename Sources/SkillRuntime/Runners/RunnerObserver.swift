package import SkillLoader
package import SkillSystem

/// Who is told what runners do beside answering calls. For the examination of skills; in use there is none.
///
/// Everything is called on the supervisor's thread and must be quick.
package protocol RunnerObserver: AnyObject, Sendable {
  /// The runner's rules ask for it (``RunnerObservation/state``).
  func runner(_ pid: Int32, tells state: ProcessState)
  /// A line that was printed, or a part of a long one.
  func runner(_ pid: Int32, prints line: [UInt8])
  /// Refused calls wait at the descriptor until they are answered (``RunnerObservation/refusals``).
  ///
  /// - Parameter names: of all system calls, by number.
  func runner(_ pid: Int32, asksAt listener: consuming Descriptor, names: [String])
}

extension RunnerSupervisor {
  /// Receives one frame. A descriptor may come with one kind of frame, once, from a runner that was told to send it.
  func receive(from runner: RunnerProcess) -> FrameChannel.Received {
    guard let observer = settings.observer, runner.target.rules.observation.contains(.refusals) else {
      return unsafe runner.channel.receive(into: buffer.bytes, waiting: false)
    }
    var attached: Descriptor?
    let received = unsafe runner.channel.receive(into: buffer.bytes, library: &attached, waiting: false)
    guard let listener = attached.take() else { return received }
    guard case .frame(let header, large: nil) = received, header.kind == .listening, runner.enforcement == nil else {
      return .violation("it sent a descriptor")
    }
    var reader = unsafe FrameReader(buffer.payload(header))
    var names: [String] = []
    while !reader.isAtEnd {
      guard let name = reader.text() else { return .violation("it sent a malformed listening frame") }
      names.append(name)
    }
    observer.runner(runner.process.pid, asksAt: listener, names: names)
    return receive(from: runner)
  }

  func handleProcessState(_ reader: inout FrameReader, _ runner: RunnerProcess) -> Bool {
    guard let observer = settings.observer, runner.target.rules.observation.contains(.state),
      let state = reader.processState(), reader.isAtEnd
    else { return false }
    observer.runner(runner.process.pid, tells: state)
    return true
  }
}
