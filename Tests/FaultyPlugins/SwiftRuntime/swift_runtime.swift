// A skill in Swift that uses the parts of the runtime that a sandbox breaks silently or at random: concurrency, dispatch,
// random bytes, time zones, ICU. Compiled three times: with Foundation, with FoundationEssentials (-D ESSENTIALS), and
// with the standard library alone (-D BARE).

import CSkillABI
import Dispatch
import Glibc
import Synchronization

#if ESSENTIALS
  import FoundationEssentials
#elseif !BARE
  import Foundation
#endif

/// Blocks the calling thread until `body` is done; a C function has no other way.
private func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let value = Box<Value>()
  Task.detached {
    value.set(await body())
    done.signal()
  }
  done.wait()
  return value.take()
}

private final class Box<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func set(_ new: Value) { value.withLock { $0 = new } }
  func take() -> Value {
    guard let value = value.withLock({ $0 }) else { fatalError("taken before it was set") }
    return value
  }
}

private actor Counter {
  private var total = 0
  func add(_ number: Int) { total += number }
  var sum: Int { total }
}

private func concurrency() -> String {
  let sum = waitFor {
    let counter = Counter()
    await withTaskGroup(of: Int.self) { group in
      for number in 1...20 {
        group.addTask {
          await Task.yield()
          return number
        }
      }
      for await number in group { await counter.add(number) }
    }
    let detached = (1...4).map { number in
      Task.detached(priority: .background) {
        try? await Task.sleep(for: .microseconds(50))
        return number
      }
    }
    for task in detached { await counter.add(task.value) }
    return await counter.sum
  }
  let hits = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: 16) { _ in hits.add(1, ordering: .relaxed) }
  let group = DispatchGroup()
  let queue = DispatchQueue(label: "serial")
  for _ in 0..<8 { queue.async(group: group) { hits.add(1, ordering: .relaxed) } }
  for _ in 0..<8 { DispatchQueue.global().async(group: group) { hits.add(1, ordering: .relaxed) } }
  group.wait()
  return "\(sum) \(hits.load(ordering: .relaxed))"
}

private func bare(_ word: String) -> String? {
  switch word {
  case "concurrency": return concurrency()
  case "regex":
    let match = "on 2026-03-29 at noon".firstMatch(of: #/(\d{4})-(\d{2})-(\d{2})/#)
    return match.map { "\($0.1) \($0.2) \($0.3)" } ?? "none"
  case "random": return "\(UInt64.random(in: 1...UInt64.max)) \(UInt64.random(in: 1...UInt64.max))"
  case "unicode": return "STRASSE".lowercased() + " " + "e\u{301}".uppercased()
  case "memory":
    var kept: [[UInt8]] = []
    while true { kept.append([UInt8](repeating: UInt8(kept.count & 255), count: 16 << 20)) }
  case "one_allocation": return "\([UInt8](repeating: 1, count: 8 << 30).count)"
  case "trap":
    let none = [Int]()
    return "\(none[word.utf8.count])"
  default: return nil
  }
}

#if !BARE
  private func essentials(_ word: String) -> String? {
    switch word {
    case "uuid": return "\(UUID()) \(UUID())"
    case "iso": return Date(timeIntervalSince1970: 1_774_746_000).formatted(.iso8601)
    case "json":
      struct Place: Codable { var name: String }
      guard let data = try? JSONEncoder().encode(Place(name: "Köln")),
        let place = try? JSONDecoder().decode(Place.self, from: data)
      else { return "failed" }
      return place.name
    default: return nil
    }
  }
#endif

#if !BARE && !ESSENTIALS
  private func whole(_ word: String) -> String? {
    switch word {
    case "zone": return TimeZone.current.identifier
    case "date":
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "de_DE")
      formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
      formatter.dateFormat = "EEEE d. MMMM yyyy HH:mm zzz"
      return formatter.string(from: Date(timeIntervalSince1970: 1_774_746_000))
    case "number":
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: "de_DE")
      formatter.numberStyle = .decimal
      return formatter.string(from: 1_234_567.5) ?? "none"
    case "nsregex":
      guard let pattern = try? NSRegularExpression(pattern: "(\\d+)") else { return "none" }
      return "\(pattern.numberOfMatches(in: "1 22 333", range: NSRange(location: 0, length: 8)))"
    case "collate": return ["z", "ä", "a"].sorted { $0.localizedStandardCompare($1) == .orderedAscending }.joined()
    case "copy":
      // In a granted folder.
      let files = FileManager.default
      let folder = Configured.folder
      do {
        try "text".write(toFile: "\(folder)/one", atomically: false, encoding: .utf8)
        try "atomic".write(toFile: "\(folder)/three", atomically: true, encoding: .utf8)
        try? files.removeItem(atPath: "\(folder)/two")
        try files.copyItem(atPath: "\(folder)/one", toPath: "\(folder)/two")
        return try String(contentsOfFile: "\(folder)/two", encoding: .utf8) + " "
          + String(contentsOfFile: "\(folder)/three", encoding: .utf8) + " "
          + files.contentsOfDirectory(atPath: folder).sorted().joined(separator: ",")
      } catch {
        return "\(error)"
      }
    case "process":
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/true")
      do {
        try process.run()
        return "ran"
      } catch {
        return "refused"
      }
    default: return nil
    }
  }
#endif

private enum Configured {
  static let text = Mutex("")
  static var folder: String {
    let text = text.withLock { $0 }
    return text.split(separator: "\"").map(String.init).last { $0.hasPrefix("/") } ?? "/nowhere"
  }
}

private func answer(_ word: String) -> String {
  #if BARE
    bare(word) ?? "unknown"
  #elseif ESSENTIALS
    bare(word) ?? essentials(word) ?? "unknown"
  #else
    bare(word) ?? essentials(word) ?? whole(word) ?? "unknown"
  #endif
}

private func text(_ text: skill_text) -> String {
  String(decoding: UnsafeRawBufferPointer(start: text.data, count: Int(text.size)), as: UTF8.self)
}

private let invoke: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_call>?, skill_text) -> skill_status =
  { _, call, input in
    guard let call, let host = call.pointee.host else { return SKILL_FAILED }
    // {"do":"word"}
    let words = text(input).split(separator: "\"").map(String.init)
    let said = answer(words.count > 3 ? words[3] : "").split(separator: "\"").joined(separator: "'")
    var result = "\"\(said)\""
    return result.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        host.pointee.emit(
          call, SKILL_CHANNEL_RESULT, skill_text(data: nil, size: 0),
          skill_text(data: bytes.baseAddress, size: UInt64(bytes.count)))
      }
    }
  }

private let create:
  @convention(c) (UnsafePointer<skill_host>?, skill_text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) ->
    skill_status = { _, config, itself in
      let config = text(config)
      Configured.text.withLock { $0 = config }
      itself?.pointee = nil
      return SKILL_DONE
    }

// Written once, before anything reads it, and never freed: the host keeps the pointer.
nonisolated(unsafe) private let descriptor: UnsafePointer<skill_descriptor> = {
  let descriptor = UnsafeMutablePointer<skill_descriptor>.allocate(capacity: 1)
  descriptor.initialize(to: skill_descriptor())
  descriptor.pointee.size = UInt32(MemoryLayout<skill_descriptor>.size)
  descriptor.pointee.abi_minor = UInt32(SKILL_ABI_MINOR)
  descriptor.pointee.max_parallel = 1
  descriptor.pointee.create = create
  descriptor.pointee.invoke = invoke
  return UnsafePointer(descriptor)
}()

@c(skill_entry_v1) public func entry(_ minor: UInt32, _ identifier: skill_text) -> UnsafePointer<skill_descriptor>? {
  descriptor
}
