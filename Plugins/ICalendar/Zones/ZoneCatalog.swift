import Synchronization

/// The zones that the system knows, read from its compiled files as they are asked for and kept; and the zones that
/// calendar files define, so that a folder with the same VTIMEZONE in each of its thousand files works it out once.
package final class ZoneCatalog: Sendable {
  private let folder: String
  private let known = Mutex<[String: Zone]>([:])
  private let defined = Mutex<[[UInt8]: Zone]>([:])
  private static let maximumDefined = 200

  /// - Parameter folder: where the compiled zone files are.
  package init(folder: String = "/usr/share/zoneinfo") {
    self.folder = folder
  }

  /// The zone that a TZID names without a VTIMEZONE of its own: an IANA name, a Windows name, one of these behind a
  /// vendor's prefix (`/freeassociation.sourceforge.net/Europe/Berlin`), or a plain offset (`GMT+0200`).
  package func zone(named identifier: String) -> Zone? {
    let name = identifier.trimmed
    guard !name.isEmpty, name.utf8.count <= 255 else { return nil }
    if name == "UTC" || name == "Z" || name == "Etc/UTC" || name == "GMT" { return .utc }
    if let zone = load(name) { return zone }
    if let windows = WindowsZones.identifier(for: name) { return load(windows) }
    if let offset = Self.offset(name) { return .fixed(offset: offset, name: name) }
    // The last two or three parts: `Europe/Berlin`, `America/Argentina/Salta`.
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count > count || (parts.count == count && name.hasPrefix("/")) {
      if let zone = load(parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// The zone of this machine: what `/etc/localtime` points to, else UTC.
  package func local() -> Zone {
    guard let target = FileAccess.linkTarget("/etc/localtime"), let range = target.range(ofASCII: "zoneinfo/")
    else { return .utc }
    return zone(named: String(target[range.upperBound...])) ?? .utc
  }

  /// The zone of a VTIMEZONE; nil when nothing of it can be used. What cannot be used is added to `problems`.
  func zone(
    of component: Component, named identifier: String, budget: inout ExpansionBudget,
    problems: inout [CalendarDocument.Problem]
  ) -> Zone? {
    var bytes: [UInt8] = []
    component.write(to: &bytes)
    if let zone = defined.withLock({ $0[bytes] }) { return zone }
    let problemCount = problems.count
    guard let rules = EmbeddedZone(component, budget: &budget, problems: &problems) else { return nil }
    let zone = Zone(name: identifier, rules: rules)
    if problems.count == problemCount, !budget.isExhausted {
      defined.withLock { if $0.count < Self.maximumDefined { $0[bytes] = zone } }
    }
    return zone
  }

  private func load(_ name: String) -> Zone? {
    guard Self.isSafe(name) else { return nil }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard let bytes = try? FileAccess.read("\(folder)/\(name)", limit: 1 << 20), let file = ZoneFile(parsing: bytes)
    else { return nil }
    let zone = Zone(name: name, rules: file)
    // Bounded by the number of files in the folder.
    known.withLock { $0[name] = zone }
    return zone
  }

  /// Only names as the database has them: no way out of its folder.
  private static func isSafe(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy {
      $0.isLetter || $0.isDigit
        || [UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")].contains($0)
    }
    return isPlain && name.utf8.first?.isLetter == true && !name.hasSuffix("/")
  }

  /// `GMT+0200`, `UTC-05:00`, `+01:00`, in seconds.
  private static func offset(_ name: String) -> Int? {
    var scanner = ByteScanner(name)
    let prefix = scanner.text { $0.isLetter }
    guard prefix.isEmpty || prefix == "GMT" || prefix == "UTC" else { return nil }
    let isNegative = scanner.take("-")
    guard isNegative || scanner.take("+"), let hours = scanner.digits(2), hours <= 14 else { return nil }
    _ = scanner.take(":")
    let minutes = scanner.isAtEnd ? 0 : scanner.digits(2)
    guard let minutes, minutes <= 59, scanner.isAtEnd else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isNegative ? -seconds : seconds
  }
}

extension String {
  func range(ofASCII needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
