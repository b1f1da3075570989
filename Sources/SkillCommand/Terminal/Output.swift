import Glibc
package import SkillSystem
import Synchronization

/// Standard output or standard error: text goes out whole and in order, whichever thread writes.
///
/// When nobody reads any more (`skillhost list | head -1`) the rest is dropped without a word.
package final class Output: Sendable {
  private enum Sink: Sendable {
    case descriptor(Int32)
    case memory
  }

  private struct State {
    var pending: [UInt8] = []
    /// Set when writing became impossible; `errno` of that moment.
    var failure: Int32?
  }

  private let sink: Sink
  /// Bytes that may wait before they are written.
  private let capacity: Int
  private let state = Lock(State())
  package let isTerminal: Bool
  package let style: Style
  /// Columns of the terminal, nil where there is none.
  package let width: Int?

  /// - Parameter capacity: 0 writes at once.
  package init(descriptor: Int32, capacity: Int, environment: [String: String]) {
    sink = .descriptor(descriptor)
    self.capacity = capacity
    isTerminal = isatty(descriptor) == 1
    width = isTerminal ? Terminal.columns(descriptor, environment: environment) : nil
    style = Style(isOn: isTerminal && Terminal.wantsColours(environment))
  }

  /// Keeps what is written, for tests.
  package init(memoryAsTerminalOfWidth width: Int? = nil, colours: Bool = false) {
    sink = .memory
    capacity = .max
    isTerminal = width != nil
    self.width = width
    style = Style(isOn: colours)
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  package func line(_ text: String = "") { write(Array(text.utf8) + [0x0A]) }

  package func write(_ bytes: [UInt8]) {
    state.withLock { state in
      state.pending += bytes
      if state.pending.count > capacity { send(&state) }
    }
  }

  /// Writes what has waited.
  package func flush() { state.withLock { send(&$0) } }

  /// Whether nothing can be written any more.
  package var isClosed: Bool { state.withLock { $0.failure != nil } }

  /// Why text was lost, unless the reader had gone, which is no failure.
  package var failure: SkillError? {
    guard let number = state.withLock({ $0.failure }), number != EPIPE else { return nil }
    return .systemCall("write the output", errno: number, code: .outputLost)
  }

  /// What a memory output holds.
  package var text: String { state.withLock { String(decoding: $0.pending, as: UTF8.self) } }

  private func send(_ state: inout State) {
    guard case .descriptor(let descriptor) = sink else { return }
    var done = 0
    while done < state.pending.count, state.failure == nil {
      let count = unsafe state.pending.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]).baseAddress, bytes.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        // Somebody made the shared descriptor non-blocking; wait until it takes more.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        state.failure = errno
      }
    }
    state.pending.removeAll(keepingCapacity: true)
  }
}

extension SkillError.Code {
  /// What a command printed did not arrive.
  package static let outputLost = Self("output_lost", .unavailable)
}
