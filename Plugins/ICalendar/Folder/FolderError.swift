/// Why a folder of calendars cannot be used.
package struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// Reading or writing is not allowed, or the folder is not there and cannot be made.
    case permission
    /// What was to be changed does not exist.
    case notFound
    /// It exists, and must not be changed as it is.
    case refused
    /// The caller no longer wants it.
    case cancelled
    /// Anything else the system said.
    case system
  }

  package let kind: Kind
  /// What went wrong and with which file, in one line.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  init(_ action: String, code: Int32) {
    let failure = FileAccess.Failure(action, code: code)
    self.init(FileAccess.isPermission(code) ? .permission : .system, failure.description)
  }
}
