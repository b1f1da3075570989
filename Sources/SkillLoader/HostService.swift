package import CSkillABI

/// What a call may ask of its host while it runs: the operations behind `query`.
///
/// An answer is any number of parts, in order, and one end. What the bytes of each mean:
///
/// | operation | request | parts | end |
/// |---|---|---|---|
/// | httpFetch | ``HTTPServiceRequest`` | first ``HTTPServiceHead``, then pieces of the body | ``ServiceEnd`` |
/// | storageGet | key | pieces of the value, at least one when there is one | ``ServiceEnd`` |
/// | storageSet | key, value (each a byte string) | none | ``ServiceEnd`` |
/// | storageRemove | key | none | ``ServiceEnd`` |
/// | storageList | prefix | keys, each a byte string and its value's size (u64) | ``ServiceEnd`` |
package enum ServiceOperation: UInt16, Sendable {
  case httpFetch = 1
  case storageGet = 16
  case storageSet = 17
  case storageRemove = 18
  case storageList = 19

  /// The service that it belongs to.
  package var service: ServiceSet { self == .httpFetch ? .http : .storage }
}

/// Services that a skill is offered.
package struct ServiceSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// `skill.http/1`
  package static let http = ServiceSet(rawValue: 1)
  /// `skill.storage/1`
  package static let storage = ServiceSet(rawValue: 2)
}

/// Sizes and counts of services that neither side goes beyond.
package enum ServiceLimits {
  /// The largest part of an answer; it travels inside the message.
  package static let part = 32 * 1024
  /// Bytes of parts of one answer that were sent and not yet taken, at most.
  package static let window = 256 * 1024
  /// Requests of one call at the same time.
  package static let requestsPerCall = 8
  /// The largest request of any service: a body and its headers.
  package static let request = requestBody + 128 * 1024

  package static let url = 8 * 1024
  package static let requestHeaders = 64
  /// Names and values together.
  package static let requestHeaderBytes = 32 * 1024
  package static let requestBody = 8 << 20
  package static let responseHeaders = 128
  package static let responseHeaderBytes = 24 * 1024
  package static let responseBody = 32 << 20

  package static let key = 256
  package static let value = 256 * 1024
  package static let keys = 1000
  /// Keys and values of one skill together.
  package static let storedBytes = 1 << 20
}

/// How a request ended.
package struct ServiceEnd: Hashable, Sendable {
  package var status: skill_status
  /// Why, for people and models; empty when it succeeded.
  package var message: String

  package init(_ status: skill_status, _ message: String = "") {
    self.status = status
    self.message = message
  }

  package static let done = ServiceEnd(SKILL_DONE)

  package func encode() -> [UInt8] {
    var writer = FrameWriter()
    writer.append(status)
    writer.append(message)
    return writer.bytes
  }

  package init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(bytes)
    guard let status = reader.int32(), let message = reader.text(), reader.isAtEnd else { return nil }
    self.init(status, message)
  }
}

/// One header of a request or a response.
package struct HTTPField: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a skill asks the host to fetch, as it said it: nothing is checked but sizes.
package struct HTTPServiceRequest: Hashable, Sendable {
  /// Empty means GET.
  package var method: String
  package var url: String
  package var fields: [HTTPField]
  package var body: [UInt8]
  /// 0 means the host's own limit.
  package var maxBodySize: UInt64

  package init(method: String = "", url: String, fields: [HTTPField] = [], body: [UInt8] = [], maxBodySize: UInt64 = 0)
  {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.maxBodySize = maxBodySize
  }

  package func encode() -> [UInt8] {
    var writer = FrameWriter()
    writer.append(method)
    writer.append(url)
    writer.append(maxBodySize)
    writer.append(fields)
    writer.append(body)
    return writer.bytes
  }

  package init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(bytes)
    guard let method = reader.text(), let url = reader.text(), let maxBodySize = reader.uint64(),
      let fields = reader.httpFields(), let body = unsafe reader.string(), reader.isAtEnd
    else { return nil }
    unsafe self.init(method: method, url: url, fields: fields, body: [UInt8](body), maxBodySize: maxBodySize)
  }
}

/// The beginning of a response.
package struct HTTPServiceHead: Hashable, Sendable {
  package var status: Int
  /// Names in lower case.
  package var fields: [HTTPField]

  package init(status: Int, fields: [HTTPField]) {
    self.status = status
    self.fields = fields
  }

  package func encode() -> [UInt8] {
    var writer = FrameWriter()
    writer.append(UInt32(clamping: status))
    writer.append(fields)
    return writer.bytes
  }

  package init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe FrameReader(bytes)
    guard let status = reader.uint32(), let fields = reader.httpFields(), reader.isAtEnd else { return nil }
    self.init(status: Int(status), fields: fields)
  }
}

extension FrameWriter {
  fileprivate mutating func append(_ fields: [HTTPField]) {
    append(UInt16(clamping: fields.count))
    for field in fields.prefix(Int(UInt16.max)) {
      append(field.name)
      append(field.value)
    }
  }
}

extension FrameReader {
  fileprivate mutating func httpFields() -> [HTTPField]? {
    guard let count = uint16() else { return nil }
    var fields: [HTTPField] = []
    for _ in 0..<count {
      guard let name = text(), let value = text() else { return nil }
      fields.append(HTTPField(name, value))
    }
    return fields
  }
}
