internal import CSkillABI
internal import Synchronization

/// The fake host's tables. Each lives as long as the process, as the contract promises.
enum FakeTables {
  private struct Key: Hashable {
    var size: UInt32
    var http: Bool
    var storage: Bool
  }
  private static let tables = Mutex<[Key: UInt]>([:])

  /// The table for a behaviour. Since `query` has no call, which services it offers is a property of the table.
  static func host(_ behaviour: FakeHost.Behaviour) -> UnsafePointer<skill_host>? {
    let key = Key(size: behaviour.tableSize, http: behaviour.pages != nil, storage: behaviour.storage != nil)
    let address = tables.withLock { tables in
      if let known = tables[key] { return known }
      // Memory for as much as the size says, so that the address sanitizer sees a read beyond it.
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(Int(key.size), 4), alignment: 8)
      withUnsafeBytes(of: make(key)) { table in
        memory.copyMemory(from: table.baseAddress!, byteCount: min(max(Int(key.size), 4), table.count))
      }
      tables[key] = UInt(bitPattern: memory)
      return UInt(bitPattern: memory)
    }
    return UnsafePointer(bitPattern: address)
  }

  private static func make(_ key: Key) -> skill_host {
    skill_host(
      size: key.size, abi_minor: 0,
      log: { call, level, message in
        let line = "\(level): \(message.string)"
        guard let call else { return libraryLines.withLock { $0.append(line) } }
        FakeCall.find(call).host.record.withLock { $0.logs.append(line) }
      },
      cancelled: { call in
        guard let call else { return 0 }
        let host = FakeCall.find(call).host
        let asked = host.record.withLock { record in
          record.cancelledAsked += 1
          return record.cancelledAsked
        }
        return host.behaviour.cancelledAfter.map { asked > $0 } == true ? 1 : 0
      },
      deadline: { call in call.map { FakeCall.find($0).host.behaviour.deadline } ?? 0 },
      progress: { call, fraction, note in
        guard let call else { return }
        FakeCall.find(call).host.record.withLock {
          $0.progress.append(FakeHost.Progress(fraction: fraction, note: note.string))
        }
      },
      emit: { call, channel, mime, bytes in
        guard let call else { return SKILL_UNSUPPORTED }
        return FakeCall.find(call).host.take(channel, mime.string, bytes.bytes)
      },
      fail: { call, code, message, detail in
        guard let call else { return }
        FakeCall.find(call).host.record.withLock {
          $0.failures.append(FakeHost.Failure(code: code.string, message: message.string, detail: detail.string))
        }
      },
      info: { call, name in
        guard let call else { return skill_text(data: nil, size: 0) }
        let fake = FakeCall.find(call)
        guard let value = fake.host.behaviour.info[name.string] else { return skill_text(data: nil, size: 0) }
        return fake.text(Array(value.utf8))
      },
      query: query(http: key.http, storage: key.storage))
  }
}

// MARK: - query

private typealias Query = @convention(c) (skill_text) -> UnsafeRawPointer?

private func query(http: Bool, storage: Bool) -> Query {
  switch (http, storage) {
  case (false, false): { _ in nil }
  case (true, false): { service($0, http: true, storage: false) }
  case (false, true): { service($0, http: false, storage: true) }
  case (true, true): { service($0, http: true, storage: true) }
  }
}

private func service(_ name: skill_text, http: Bool, storage: Bool) -> UnsafeRawPointer? {
  switch name.string {
  case "skill.http/1" where http: UnsafeRawPointer(bitPattern: httpAddress)
  case "skill.storage/1" where storage: UnsafeRawPointer(bitPattern: storageAddress)
  default: nil
  }
}

private let httpAddress: UInt = {
  let table = UnsafeMutablePointer<skill_http_v1>.allocate(capacity: 1)
  table.initialize(to: skill_http_v1.fake)
  return UInt(bitPattern: table)
}()

private let storageAddress: UInt = {
  let table = UnsafeMutablePointer<skill_storage_v1>.allocate(capacity: 1)
  table.initialize(to: skill_storage_v1.fake)
  return UInt(bitPattern: table)
}()

extension FakeHost {
  fileprivate func take(_ channel: skill_channel, _ mime: String, _ bytes: [UInt8]) -> skill_status {
    if let refusal = behaviour.refusals[channel] { return refusal }
    return record.withLock { record in
      switch channel {
      case SKILL_CHANNEL_RESULT:
        record.results.append(bytes)
      case SKILL_CHANNEL_TEXT: record.texts.append(String(decoding: bytes, as: UTF8.self))
      case SKILL_CHANNEL_ATTACHMENT:
        guard !mime.isEmpty else { return SKILL_BAD_INPUT }
        record.attachments.append(Attachment(mime: mime, bytes: bytes))
      default: return SKILL_BAD_INPUT
      }
      return SKILL_DONE
    }
  }
}
