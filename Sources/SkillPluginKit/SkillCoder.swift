internal import SkillJSON

/// JSON for what a skill reads from files and services and writes to them, without Foundation.
///
/// Failures are ``SkillFailure``s: `json_malformed` with line and column, `json_mismatch` with the place and what is
/// wrong there, `json_unencodable`.
public enum SkillCoder {
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw SkillFailure("json_malformed", "not JSON: \(error)")
    }
    do {
      return try json.decode(type)
    } catch {
      var failure = SkillFailure(badInput: error)
      failure.code = "json_mismatch"
      failure.kind = .failed
      throw failure
    }
  }

  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    do {
      return try JSON.encode(value).bytes
    } catch {
      throw SkillFailure("json_unencodable", "cannot be written as JSON: \(error)")
    }
  }
}
