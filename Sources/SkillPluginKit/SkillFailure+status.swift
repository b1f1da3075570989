internal import CSkillABI
internal import SkillJSON

extension SkillFailure.Kind {
  /// The kind that a host function's status stands for; "failed" for any unknown one.
  init(_ status: skill_status) {
    self =
      switch status {
      case SKILL_CANCELLED: .cancelled
      case SKILL_BAD_INPUT: .badInput
      case SKILL_UNSUPPORTED: .unsupported
      case SKILL_NEEDS_PERMISSION: .needsPermission
      case SKILL_UNAVAILABLE: .unavailable
      default: .failed
      }
  }

  var status: skill_status {
    switch self {
    case .failed: SKILL_FAILED
    case .cancelled: SKILL_CANCELLED
    case .badInput: SKILL_BAD_INPUT
    case .unsupported: SKILL_UNSUPPORTED
    case .needsPermission: SKILL_NEEDS_PERMISSION
    case .unavailable: SKILL_UNAVAILABLE
    }
  }
}

extension SkillFailure {
  /// What an error that a skill threw is to the host.
  init(_ error: any Error) {
    switch error {
    case let failure as SkillFailure: self = failure
    case is CancellationError: self.init("cancelled", "the call was cancelled", kind: .cancelled)
    default: self.init("failed", String(describing: error))
    }
  }

  /// Arguments that do not decode.
  init(badInput error: any Error) {
    guard let error = error as? DecodingError else {
      self.init("bad_input", "the arguments are not valid: \(error)", kind: .badInput)
      return
    }
    let (path, what) = error.explained
    let pointer = path.reduce(into: "") { $0 += "/" + ($1.intValue.map(String.init) ?? $1.stringValue.pointerEscaped) }
    self.init(
      "bad_input", "\(pointer.isEmpty ? "the whole value" : pointer): \(what)", kind: .badInput,
      detail: ["pointer": .string(pointer)])
  }

  /// ``code`` reduced to what the contract allows; "failed" when nothing is left.
  var wireCode: String {
    let allowed = code.utf8.prefix(64).filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    return allowed.isEmpty ? "failed" : String(decoding: allowed, as: UTF8.self)
  }
}

extension DecodingError {
  fileprivate var explained: (path: [any CodingKey], what: String) {
    switch self {
    case .typeMismatch(_, let context), .dataCorrupted(let context): (context.codingPath, context.debugDescription)
    case .valueNotFound(_, let context): (context.codingPath, "a value is missing")
    case .keyNotFound(let key, let context): (context.codingPath + [key], "required, but missing")
    @unknown default: ([], "does not fit")
    }
  }
}

extension String {
  fileprivate var pointerEscaped: String {
    var result = ""
    for character in unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
