internal import CSkillABI
internal import Synchronization

/// The host's handle of one call, usable from any thread until the call ends and harmless afterwards.
///
/// The contract forbids to use the handle once invoke has returned, but a context is easily kept: by a task that was
/// not awaited, by a closure. So nobody gets the pointer itself. Every use goes through ``use(_:)``, and ``end()``
/// waits for the uses that are under way and makes all later ones do nothing. A lock held during each use would be
/// simpler, but a fetch lasts seconds and its callbacks use the handle again; therefore uses are counted.
final class CallHandle: Sendable {
  let host: HostTable
  private let state: Mutex<State>

  private struct State {
    /// The address of the `skill_call`; nil once the call has ended.
    var address: UInt?
    var uses = 0
    /// Set by ``end()`` when it has to wait.
    var lastUse: Signal?
  }

  init(_ call: UnsafePointer<skill_call>, fallback: HostTable) {
    var copy = skill_call()
    copyCovered(call, size: call.pointee.size, to: &copy)
    host = copy.host.map { HostTable($0) } ?? fallback
    state = Mutex(State(address: UInt(bitPattern: call)))
  }

  /// Runs `body` with the call; nil when it has ended.
  func use<Result>(_ body: (UnsafePointer<skill_call>) throws -> Result) rethrows -> Result? {
    let address = state.withLock { state in
      if state.address != nil { state.uses += 1 }
      return state.address
    }
    guard let address, let call = UnsafePointer<skill_call>(bitPattern: address) else { return nil }
    defer {
      state.withLock { state in
        state.uses -= 1
        if state.uses == 0 { state.lastUse?.set() }
      }
    }
    return try body(call)
  }

  /// Ends the call: waits for uses on other threads, and turns all later ones into nothing.
  func end() {
    let lastUse = state.withLock { state -> Signal? in
      state.address = nil
      if state.uses > 0 { state.lastUse = Signal() }
      return state.lastUse
    }
    lastUse?.wait()
  }

  var isCancelled: Bool {
    guard let cancelled = host.cancelled else { return false }
    return use { cancelled($0) != 0 } ?? true
  }

  func info(_ name: String) -> String? {
    guard let info = host.info else { return nil }
    return use { call in withText(name) { info(call, $0).string } } ?? nil
  }

  func emit(_ channel: skill_channel, mime: String, _ bytes: [UInt8]) -> skill_status {
    guard let emit = host.emit else { return SKILL_UNSUPPORTED }
    let status = use { call in
      withText(mime) { mime in withText(bytes) { emit(call, channel, mime, $0) } }
    }
    return status ?? SKILL_UNSUPPORTED
  }

  func fail(code: String, message: String, detail: [UInt8]) {
    guard let fail = host.fail else { return }
    _ = use { call in
      withText(code) { code in withText(message) { message in withText(detail) { fail(call, code, message, $0) } } }
    }
  }

  /// A service's table by name, or nil when the host does not offer it.
  func service(_ name: String) -> UnsafeRawPointer? {
    guard let query = host.query else { return nil }
    return withText(name) { query($0) }
  }
}
