import ICalendar
import SkillPluginKit

/// The failures of the iCalendar module as the host knows them.
enum Failure {
  static func translating<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FolderError {
      throw SkillFailure(error)
    } catch let error as AskingError {
      throw SkillFailure(error.code, error.message, kind: .badInput)
    }
  }
}

extension SkillFailure {
  init(_ error: FolderError) {
    switch error.kind {
    case .permission: self.init("folder_denied", error.description, kind: .needsPermission)
    case .notFound: self.init("not_found", error.description)
    case .refused: self.init("refused", error.description)
    case .cancelled: self.init("cancelled", error.description, kind: .cancelled)
    case .system: self.init("folder_failed", error.description, kind: .unavailable)
    }
  }
}
