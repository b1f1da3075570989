internal import CSkillABI

/// HTTP through the host, the only way to the network: the host checks the manifest's `permissions.network`, connects,
/// and follows redirects inside that list. A request ends with its call.
public struct SkillHTTP: Sendable {
  let call: CallHandle

  /// Whether this host offers HTTP to this skill.
  public var isOffered: Bool { call.service("skill.http/1") != nil }

  /// Sends a request and waits for the whole response, whatever its HTTP status.
  ///
  /// Throws a ``SkillFailure``: `http_unsupported` when the host offers no HTTP, `http_refused` (kind needsPermission)
  /// when the manifest does not list the address, `http_unavailable` when there is no connection, `http_bad_request`,
  /// `http_failed` when the response is malformed or larger than `maxBodySize`; and `CancellationError`.
  @discardableResult
  public func fetch(_ request: HTTPRequest) throws -> HTTPResponse {
    guard let service = call.service("skill.http/1") else { throw SkillFailure.noHTTP }
    var table = skill_http_v1()
    let pointer = service.assumingMemoryBound(to: skill_http_v1.self)
    copyCovered(pointer, size: pointer.pointee.size, to: &table)
    guard let fetch = table.fetch else { throw SkillFailure.noHTTP }

    let transfer = Transfer(maxBodySize: request.maxBodySize)
    var errorMessage = skill_text.absent
    let status = call.use { call in
      request.withRequest { request in
        withExtendedLifetime(transfer) {
          fetch(
            call, request, Unmanaged.passUnretained(transfer).toOpaque(),
            { context, response in
              guard let context, let response else { return SKILL_FAILED }
              return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().takeHead(response)
            },
            { context, bytes in
              guard let context else { return SKILL_FAILED }
              return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().takeBody(bytes)
            },
            &errorMessage)
        }
      }
    }
    guard let status else { throw CancellationError() }
    guard status == SKILL_DONE else {
      throw SkillFailure.http(status, transfer.problem ?? errorMessage.string, request.url)
    }
    return transfer.response
  }

  /// Fetches a URL with GET.
  @discardableResult
  public func get(_ url: String) throws -> HTTPResponse { try fetch(HTTPRequest(url: url)) }
}

public struct HTTPRequest: Sendable {
  /// Empty means GET.
  public var method: String
  /// Absolute.
  public var url: String
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// The largest response body to accept, in bytes.
  public var maxBodySize: Int

  public init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    maxBodySize: Int = 4 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maxBodySize = maxBodySize
  }

  /// Percent-encodes a value for use in a query or a path: all but letters, digits and `-._~`.
  public static func escape(_ value: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

public struct HTTPResponse: Sendable {
  public var status: Int
  /// Names in lower case.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]

  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}

/// Collects a response while fetch runs; used by one thread.
private final class Transfer {
  private(set) var response = HTTPResponse(status: 0)
  private(set) var problem: String?
  private let maxBodySize: Int

  init(maxBodySize: Int) { self.maxBodySize = maxBodySize }

  func takeHead(_ pointer: UnsafePointer<skill_http_response>) -> skill_status {
    var head = skill_http_response()
    copyCovered(pointer, size: pointer.pointee.size, to: &head)
    response.status = Int(head.status)
    if let headers = head.headers {
      response.headers = UnsafeBufferPointer(start: headers, count: Int(head.header_count)).map {
        ($0.name.string ?? "", $0.value.string ?? "")
      }
    }
    return SKILL_DONE
  }

  func takeBody(_ bytes: skill_text) -> skill_status {
    guard bytes.size <= UInt64(max(maxBodySize - response.body.count, 0)) else {
      problem = "the response is larger than \(maxBodySize) bytes"
      return SKILL_FAILED
    }
    response.body += bytes.bytes
    return SKILL_DONE
  }
}

extension HTTPRequest {
  /// Lends this request in its C form.
  fileprivate func withRequest<Result>(_ body: (UnsafePointer<skill_http_request>) -> Result) -> Result {
    withText(method) { method in
      withText(url) { url in
        withText(self.body) { bytes in
          withHeaders { headers in
            var request = skill_http_request()
            request.size = UInt32(MemoryLayout<skill_http_request>.size)
            request.header_count = UInt32(clamping: headers.count)
            request.method = method
            request.url = url
            request.headers = headers.baseAddress
            request.body = bytes
            request.max_body_size = UInt64(max(maxBodySize, 1))
            return body(&request)
          }
        }
      }
    }
  }

  /// Lends the headers in their C form: all names and values in one block of memory.
  private func withHeaders<Result>(_ body: (UnsafeBufferPointer<skill_http_header>) -> Result) -> Result {
    var block: [UInt8] = []
    var ranges: [(Range<Int>, Range<Int>)] = []
    for (name, value) in headers {
      let start = block.count
      block += Array(name.utf8)
      let middle = block.count
      block += Array(value.utf8)
      ranges.append((start..<middle, middle..<block.count))
    }
    return block.withUnsafeBufferPointer { block in
      let list = ranges.map { name, value in
        skill_http_header(
          name: skill_text(UnsafeBufferPointer(rebasing: block[name])),
          value: skill_text(UnsafeBufferPointer(rebasing: block[value])))
      }
      return list.withUnsafeBufferPointer { body($0) }
    }
  }
}

extension SkillFailure {
  fileprivate static var noHTTP: SkillFailure {
    SkillFailure("http_unsupported", "this host offers no HTTP to this skill", kind: .unsupported)
  }

  fileprivate static func http(_ status: skill_status, _ message: String?, _ url: String) -> any Error {
    let kind = Kind(status)
    let (code, what): (String, String) =
      switch kind {
      case .cancelled: ("cancelled", "the call was cancelled")
      case .needsPermission: ("http_refused", "the manifest's permissions do not list this address")
      case .unavailable: ("http_unavailable", "no answer")
      case .badInput: ("http_bad_request", "the request is malformed")
      case .unsupported: ("http_unsupported", "this host offers no HTTP to this skill")
      case .failed: ("http_failed", "the response is malformed or too large")
      }
    if kind == .cancelled { return CancellationError() }
    return SkillFailure(code, "\(url): \(message ?? what)", kind: kind)
  }
}
