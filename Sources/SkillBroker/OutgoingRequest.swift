package import SkillLoader

/// A request whose method and headers were judged.
package struct OutgoingRequest: Sendable {
  package private(set) var method: String
  package private(set) var fields: [HTTPField]
  package private(set) var body: [UInt8]

  /// - Throws: `SKILL_BAD_INPUT`.
  package init(_ request: HTTPServiceRequest) throws(FetchProblem) {
    method = request.method.isEmpty ? "GET" : request.method
    guard method.utf8.count <= 16, method.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else {
      throw .badInput("the method must be 1 to 16 capital letters")
    }
    guard method != "CONNECT", method != "TRACE" else { throw .badInput("the method \(method) is not for skills") }
    guard request.body.count <= ServiceLimits.requestBody else {
      throw .badInput("the body is larger than \(ServiceLimits.requestBody) bytes")
    }
    guard request.fields.count <= ServiceLimits.requestHeaders,
      request.fields.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= ServiceLimits.requestHeaderBytes
    else {
      throw .badInput(
        "more than \(ServiceLimits.requestHeaders) headers, or more than \(ServiceLimits.requestHeaderBytes) bytes of them"
      )
    }
    for field in request.fields { try Self.check(field) }
    fields = request.fields
    body = request.body
  }

  private static func check(_ field: HTTPField) throws(FetchProblem) {
    guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
      throw .badInput("a header's name may only have letters, digits and !#$%&'*+-.^_`|~")
    }
    // A line end would begin another header, or another request.
    guard field.value.utf8.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) || $0 >= 0x80 }) else {
      throw .badInput("the header \(field.name) has a line end or another control character in it")
    }
    let name = field.name.lowercased()
    guard !reserved.contains(name), !name.hasPrefix("proxy-") else {
      throw .badInput("the header \(field.name) is the host's to set")
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// What decides where a message ends and who it is for.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect",
  ]

  /// The request that follows a redirect with this status.
  ///
  /// - Parameter sameOrigin: when false, all headers but harmless ones stay behind: any of them may be a key.
  func redirected(_ status: Int, sameOrigin: Bool) -> OutgoingRequest {
    var next = self
    if status == 303 && method != "HEAD" || (status == 301 || status == 302) && method == "POST" {
      next.method = "GET"
      next.body = []
      next.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if !sameOrigin { next.fields.removeAll { !Self.harmless.contains($0.name.lowercased()) } }
    return next
  }

  private static let harmless: Set<String> = [
    "accept", "accept-encoding", "accept-language", "content-type", "user-agent",
  ]

  /// The header lines to send, and those that keep curl from adding its own.
  var lines: [String] {
    let names = Set(fields.map { $0.name.lowercased() })
    // "Name;" is how curl is told to send a header without a value; "Name:" would take it out.
    var lines = fields.map { $0.value.allSatisfy(\.isWhitespace) ? "\($0.name);" : "\($0.name): \($0.value)" }
    lines.append("Expect:")
    if !names.contains("content-type") { lines.append("Content-Type:") }
    if !names.contains("user-agent") { lines.append("User-Agent: skillhost") }
    return lines
  }

  var hasBody: Bool { !body.isEmpty || ["POST", "PUT", "PATCH"].contains(method) }
}
