import Foundation

/// Base64 by Foundation, so that the module's own is checked against another.
enum Text {
  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
  static func base64(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { [UInt8]($0) } }
}
