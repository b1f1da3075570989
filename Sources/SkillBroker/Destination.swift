import CCurl
import CSkillABI
package import SkillBundle
package import SkillLoader

/// Where a request goes: a URL that was taken apart by the parser that will also fetch it, and that the manifest allows.
package struct Destination: Hashable, Sendable {
  /// As curl writes it.
  package let url: String
  package let isSecure: Bool
  /// Lower case; an IPv6 address in its usual spelling, without brackets.
  package let host: String
  package let port: UInt16

  /// Judges a URL.
  ///
  /// - Parameter base: what a redirect's location may be relative to.
  /// - Throws: ``SKILL_BAD_INPUT`` when it is no absolute http or https URL, ``SKILL_NEEDS_PERMISSION`` when the manifest
  ///   does not name its host and port.
  package init(_ text: String, base: Destination? = nil, allowed: [NetworkPermission]) throws(FetchProblem) {
    // What follows is about characters that parsers disagree on; none has a place in a URL.
    guard (1...ServiceLimits.url).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else {
      throw .badInput("the URL must be 1 to \(ServiceLimits.url) printable ASCII characters without spaces and \\")
    }
    var parsed = unsafe ccurl_url()
    guard unsafe ccurl_url_parse(base?.url, text, &parsed) == 0 else {
      throw .badInput("\(Self.short(text)) is not an absolute URL, or has a user name in it")
    }
    defer { unsafe ccurl_url_free(&parsed) }
    // None is null when the parser succeeded.
    let (scheme, host) = unsafe (String(cString: parsed.scheme).lowercased(), String(cString: parsed.host).lowercased())
    guard scheme == "http" || scheme == "https" else {
      throw .badInput("\(Self.short(text)): only http and https are fetched, not \(Self.short(scheme))")
    }
    guard unsafe parsed.has_zone == 0, let port = unsafe UInt16(exactly: parsed.port), port > 0,
      let name = Self.canonical(host)
    else { throw .badInput("\(Self.short(text)): the host or the port is malformed") }
    url = unsafe String(cString: parsed.whole)
    isSecure = scheme == "https"
    self.host = name
    self.port = port
    guard allowed.contains(where: { $0.host == name && $0.port == port }) else {
      throw .refused("\(origin) is not in the manifest's permissions.network")
    }
  }

  /// `host:port` as a manifest writes it.
  package var origin: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether it may be connected to at this address, the one that the kernel is about to be given.
  ///
  /// A manifest that names an address, or this machine, says so to whoever consents; a name that leads there does not.
  package func allows(_ address: NetworkAddress) -> Bool {
    if address.isNobody { return false }
    if let literal = NetworkAddress(host) { return address == literal }
    if host == "localhost" || host.hasSuffix(".localhost") { return address.isLoopback || address.isPublic }
    return address.isPublic
  }

  /// A host in the one spelling that manifests use; nil when it has none. Names are compared letter by letter: a dot at
  /// the end, or an address in another form, is another name.
  private static func canonical(_ host: String) -> String? {
    if host.hasPrefix("["), host.hasSuffix("]") { return NetworkAddress(String(host.dropFirst().dropLast()))?.text }
    let isName =
      !host.isEmpty
      && host.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      }
    return isName ? host : nil
  }

  private static func short(_ text: String) -> String { text.count > 200 ? "\(text.prefix(200))…" : text }
}

/// Why a request is not made, or did not succeed.
package struct FetchProblem: Error, Hashable {
  package let end: ServiceEnd

  package init(end: ServiceEnd) {
    self.end = end
  }

  static func badInput(_ message: String) -> FetchProblem { FetchProblem(end: ServiceEnd(SKILL_BAD_INPUT, message)) }
  static func refused(_ message: String) -> FetchProblem {
    FetchProblem(end: ServiceEnd(SKILL_NEEDS_PERMISSION, message))
  }
  static func unavailable(_ message: String) -> FetchProblem {
    FetchProblem(end: ServiceEnd(SKILL_UNAVAILABLE, message))
  }
  static func failed(_ message: String) -> FetchProblem { FetchProblem(end: ServiceEnd(SKILL_FAILED, message)) }
}
