/// Why a call failed, for the people and models that read it.
public struct SkillFailure: Error, Sendable, Hashable {
  /// What a caller can do about it.
  public enum Kind: Sendable, Hashable {
    /// The work was tried and did not succeed.
    case failed
    /// Stopped because the call was cancelled.
    case cancelled
    /// The arguments make no sense.
    case badInput
    /// Not something this skill or this host can do.
    case unsupported
    /// A permission or a directory was not granted.
    case needsPermission
    /// Not possible for the moment; worth a retry.
    case unavailable
  }

  public var kind: Kind
  /// A stable word for programs: `[a-z0-9_]`, at most 64 bytes, such as `city_unknown`.
  public var code: String
  /// What is wrong, where, and what to try instead.
  public var message: String
  /// Anything more a program may want to read.
  public var detail: JSONValue?

  public init(_ code: String, _ message: String, kind: Kind = .failed, detail: JSONValue? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.detail = detail
  }
}

extension SkillFailure: CustomStringConvertible {
  public var description: String { "\(code): \(message)" }
}
