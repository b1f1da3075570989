import CSkillABI

/// `skill.http/1` of this process: takes the skill's request apart, has the call's sink do it, and hands the answer over.
enum HTTPTable {
  static var pointer: UnsafePointer<skill_http_v1> { unsafe table.pointer }

  // The pointee is never written after this initialiser, so any thread may read it.
  @unsafe private struct Table: @unchecked Sendable { let pointer: UnsafePointer<skill_http_v1> }

  private static let table: Table = {
    let pointer = UnsafeMutablePointer<skill_http_v1>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: skill_http_v1(
        size: UInt32(MemoryLayout<skill_http_v1>.size), reserved: 0,
        fetch: { call, request, context, onHead, onBody, errorMessage in
          guard let callContext = unsafe CallTable.shared.context(of: call) else { return SKILL_UNSUPPORTED }
          let end: ServiceEnd
          do throws(ServiceRefusal) {
            let taker = unsafe ResponseTaker(context: context, onHead: onHead, onBody: onBody)
            let payload = try unsafe HTTPServiceRequest(request).encode()
            end = unsafe callContext.ask(.httpFetch, payload) { unsafe taker.take($0) } ?? taker.end
          } catch {
            end = ServiceEnd(SKILL_BAD_INPUT, error.message)
          }
          if let errorMessage = unsafe errorMessage {
            unsafe errorMessage.pointee =
              end.message.isEmpty ? skill_text(data: nil, size: 0) : callContext.keep(Array(end.message.utf8))
          }
          return end.status
        }))
    return unsafe Table(pointer: UnsafePointer(pointer))
  }()
}

/// Why a request is not even sent.
struct ServiceRefusal: Error {
  let message: String
}

extension CallContext {
  /// Asks the host, and waits.
  ///
  /// - Returns: nil when `part` ended the request.
  func ask(
    _ operation: ServiceOperation, _ payload: [UInt8], part: (UnsafeRawBufferPointer) -> Bool
  ) -> ServiceEnd? {
    guard sink.services.contains(operation.service) else {
      return ServiceEnd(SKILL_UNSUPPORTED, "this call may not use this service")
    }
    if isCancelled { return ServiceEnd(SKILL_CANCELLED, "the call was cancelled") }
    switch unsafe sink.request(operation, payload, deadline: deadline, part: part) {
    case .ended(let end): return end
    case .cancelled: return ServiceEnd(SKILL_CANCELLED, "the call was cancelled")
    case .stopped: return nil
    }
  }
}

/// Hands the parts of an answer to the skill's callbacks, on the thread that called fetch.
@safe private final class ResponseTaker {
  private let context: UnsafeMutableRawPointer?
  private let onHead: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_http_response>?) -> skill_status)?
  private let onBody: (@convention(c) (UnsafeMutableRawPointer?, skill_text) -> skill_status)?
  private var hasHead = false
  /// Why the answer was stopped.
  private(set) var end = ServiceEnd(SKILL_FAILED, "the host's answer is malformed")

  init(
    context: UnsafeMutableRawPointer?,
    onHead: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_http_response>?) -> skill_status)?,
    onBody: (@convention(c) (UnsafeMutableRawPointer?, skill_text) -> skill_status)?
  ) {
    unsafe self.context = unsafe context
    unsafe self.onHead = unsafe onHead
    unsafe self.onBody = unsafe onBody
  }

  func take(_ part: UnsafeRawBufferPointer) -> Bool {
    let status: skill_status
    if hasHead {
      guard let onBody = unsafe onBody else { return true }
      status = unsafe onBody(context, skill_text(part))
    } else {
      guard let head = unsafe HTTPServiceHead(part) else { return false }
      hasHead = true
      status = give(head)
    }
    // A callback's own status is what fetch returns; it knows why.
    end = ServiceEnd(status)
    return status == SKILL_DONE
  }

  private func give(_ head: HTTPServiceHead) -> skill_status {
    guard let onHead = unsafe onHead else { return SKILL_DONE }
    var block: [UInt8] = []
    var places: [(Range<Int>, Range<Int>)] = []
    for field in head.fields {
      let start = block.count
      block += field.name.utf8
      let middle = block.count
      block += field.value.utf8
      places.append((start..<middle, middle..<block.count))
    }
    return unsafe block.withUnsafeBytes { block in
      let fields = unsafe places.map { name, value in
        unsafe skill_http_header(
          name: skill_text(UnsafeRawBufferPointer(rebasing: block[name])),
          value: skill_text(UnsafeRawBufferPointer(rebasing: block[value])))
      }
      return unsafe fields.withUnsafeBufferPointer { fields in
        var response = unsafe skill_http_response(
          size: UInt32(MemoryLayout<skill_http_response>.size), status: UInt32(clamping: head.status),
          header_count: UInt32(clamping: fields.count), reserved: 0, headers: fields.baseAddress)
        return unsafe onHead(context, &response)
      }
    }
  }
}

extension HTTPServiceRequest {
  /// Copies what the skill passed in. What the host could never accept is refused here, with the same words.
  fileprivate init(_ pointer: UnsafePointer<skill_http_request>?) throws(ServiceRefusal) {
    guard let pointer = unsafe pointer, unsafe Int(pointer.pointee.size) >= MemoryLayout<skill_http_request>.size else {
      throw ServiceRefusal(message: "the request is null or its size is not that of skill_http_request")
    }
    let request = unsafe pointer.pointee
    let count = unsafe Int(request.header_count)
    guard count <= ServiceLimits.requestHeaders else {
      throw ServiceRefusal(message: "more than \(ServiceLimits.requestHeaders) headers")
    }
    guard unsafe count == 0 || request.headers != nil else { throw ServiceRefusal(message: "headers is null") }
    var fields: [HTTPField] = []
    for index in 0..<count {
      let header = unsafe request.headers[index]
      fields.append(
        HTTPField(
          try unsafe Self.text(header.name, ServiceLimits.requestHeaderBytes, "a header's name"),
          try unsafe Self.text(header.value, ServiceLimits.requestHeaderBytes, "a header's value")))
    }
    guard let body = unsafe UnsafeRawBufferPointer(request.body), body.count <= ServiceLimits.requestBody else {
      throw ServiceRefusal(message: "the body is larger than \(ServiceLimits.requestBody) bytes")
    }
    self.init(
      method: try unsafe Self.text(request.method, 64, "the method"),
      url: try unsafe Self.text(request.url, ServiceLimits.url, "the URL"), fields: fields,
      body: unsafe [UInt8](body), maxBodySize: unsafe request.max_body_size)
  }

  private static func text(_ text: skill_text, _ limit: Int, _ what: String) throws(ServiceRefusal) -> String {
    guard let bytes = unsafe UnsafeRawBufferPointer(text), bytes.count <= limit else {
      throw ServiceRefusal(message: "\(what) is longer than \(limit) bytes")
    }
    guard let string = unsafe String(validating: bytes, as: UTF8.self) else {
      throw ServiceRefusal(message: "\(what) is not UTF-8")
    }
    return string
  }
}
