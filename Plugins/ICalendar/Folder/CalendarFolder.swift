import Glibc

/// A folder of calendar files: read as a whole, changed one file at a time.
package struct CalendarFolder: Sendable {
  package let path: String
  package let catalog: ZoneCatalog

  /// Of all files together, so that a skill stays inside its 256 MiB: the bytes are kept, and what they say takes about
  /// as much again.
  private let maximumTotalSize: Int

  package init(path: String, catalog: ZoneCatalog, maximumTotalSize: Int = 48 << 20) {
    self.path = path
    self.catalog = catalog
    self.maximumTotalSize = maximumTotalSize
  }

  /// One file that could be read, at least in part.
  package struct File: Sendable {
    /// Relative to the folder.
    package let name: String
    package let contents: CalendarContents
    /// What is wrong with the file itself.
    package let problems: [CalendarDocument.Problem]
    private let bytes: [UInt8]

    package init(name: String, bytes: [UInt8], catalog: ZoneCatalog, budget: inout ExpansionBudget) {
      let document = CalendarDocument(parsing: bytes)
      self.name = name
      self.bytes = bytes
      problems = document.problems
      contents = CalendarContents(document, catalog: catalog, budget: &budget)
    }

    /// Whether it may be written back.
    package var isSound: Bool { problems.isEmpty }

    /// The file taken apart, for changing it. It is made anew each time: kept for all files of a folder, it would take
    /// several times the memory of the files themselves.
    package var document: CalendarDocument { CalendarDocument(parsing: bytes) }
  }

  package struct Snapshot: Sendable {
    package let files: [File]
    /// What could not be read or understood, each with the name of its file.
    package let warnings: [String]

    package init(files: [File], warnings: [String]) {
      self.files = files
      self.warnings = warnings
    }
  }

  /// Reads every calendar file. A file that cannot be read is a warning and not a failure of the whole.
  package func read(
    budget: inout ExpansionBudget, isCancelled: () -> Bool
  ) throws(FolderError) -> Snapshot {
    let listing = try FolderListing(path)
    var files: [File] = []
    var warnings = WarningList(listing.warnings)
    var room = maximumTotalSize
    for name in listing.names {
      guard !isCancelled() else { throw FolderError(.cancelled, "cancelled while reading \(path)") }
      do throws(FileAccess.Failure) {
        let bytes = try FileAccess.read("\(path)/\(name)", limit: min(CalendarDocument.maximumSize, room))
        room -= bytes.count
        let file = File(name: name, bytes: bytes, catalog: catalog, budget: &budget)
        warnings.add(file)
        files.append(file)
      } catch {
        warnings.add("\(name): \(reason(error, room: room))")
      }
    }
    return Snapshot(files: files, warnings: warnings.texts)
  }

  private func reason(_ failure: FileAccess.Failure, room: Int) -> String {
    guard failure.code == EFBIG else { return failure.description }
    return room < CalendarDocument.maximumSize
      ? "passed over, because the calendar files together are larger than \(maximumTotalSize >> 20) MiB"
      : "larger than \(CalendarDocument.maximumSize >> 20) MiB"
  }

  // MARK: Changing

  /// What a change does: nothing, or new contents for one file.
  package enum Change<Answer> {
    case none(Answer)
    case write(name: String, CalendarDocument, Answer)
  }

  /// Changes the folder under its lock: reads everything, asks `decide`, writes at most one file.
  ///
  /// Calls of this module exclude each other by the lock. Another program could replace the file between reading and
  /// writing; whether it did is checked just before the rename, and if so, everything is read and decided again.
  package func update<Answer>(
    budget: inout ExpansionBudget, isCancelled: () -> Bool,
    _ decide: (Snapshot) throws(FolderError) -> Change<Answer>
  ) throws(FolderError) -> Answer {
    try createIfMissing()
    let lock = try FolderLock(folder: path, isCancelled: isCancelled)
    defer { _ = lock }
    // Whoever holds the lock knows that nobody is writing: temporary files are those of calls that were killed.
    for name in try FolderListing(path).leftovers { unlink("\(path)/\(name)") }
    for _ in 0..<5 {
      let before = try fingerprints()
      switch try decide(try read(budget: &budget, isCancelled: isCancelled)) {
      case .none(let answer):
        return answer
      case .write(let name, let document, let answer):
        let now = try Fingerprint("\(path)/\(name)")
        guard now == before[name] else { continue }
        if let now, !now.isRegular {
          throw FolderError(.refused, "\(name) is a link or no regular file; it is not replaced")
        }
        let (folder, base) = split(name)
        try AtomicFile.replace(folder: folder, name: base, with: document.bytes, mode: now?.mode ?? 0o600)
        return answer
      }
    }
    throw FolderError(.system, "another program keeps changing the files in \(path)")
  }

  private func createIfMissing() throws(FolderError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    throw FolderError("cannot create the folder \(path)", code: errno)
  }

  private func fingerprints() throws(FolderError) -> [String: Fingerprint] {
    var found: [String: Fingerprint] = [:]
    for name in try FolderListing(path).names { found[name] = try Fingerprint("\(path)/\(name)") }
    return found
  }

  private func split(_ name: String) -> (folder: String, base: String) {
    guard let slash = name.lastIndex(of: "/") else { return (path, name) }
    return ("\(path)/\(name[..<slash])", String(name[name.index(after: slash)...]))
  }
}

/// What shows that a file was replaced or written to.
private struct Fingerprint: Equatable {
  let inode: UInt64
  let size: Int
  let seconds: Int
  let nanoseconds: Int
  let mode: mode_t
  let isRegular: Bool

  /// Nil when there is no such file.
  init?(_ path: String) throws(FolderError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw FolderError("cannot look at \(path)", code: code)
    }
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    mode = status.st_mode & 0o777
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}

/// Warnings of a reading, bounded: the first few of each file and of all.
private struct WarningList {
  private(set) var texts: [String]
  private var dropped = 0
  private static let maximum = 30
  private static let maximumOfFile = 5

  init(_ texts: [String]) {
    self.texts = texts
  }

  mutating func add(_ text: String) {
    if texts.count < Self.maximum {
      texts.append(text)
    } else {
      dropped += 1
      if texts.count > Self.maximum { texts.removeLast() }
      texts.append("\(dropped) more warnings")
    }
  }

  mutating func add(_ file: CalendarFolder.File) {
    if let first = file.problems.first {
      add("\(file.name): damaged (\(first)); what could be read is used, and the file is left as it is")
    }
    let problems = file.contents.problems
    for problem in problems.prefix(Self.maximumOfFile) { add("\(file.name): \(problem)") }
    if problems.count > Self.maximumOfFile {
      add("\(file.name): \(problems.count - Self.maximumOfFile) more values that could not be understood")
    }
  }
}

extension CalendarFolder.Snapshot {
  /// The file that new things go into, and what is in it: `skillhost.ics`, or when that is damaged and must not be
  /// touched, the next of `skillhost-2.ics` and so on that is not.
  package func writableFile() -> (name: String, document: CalendarDocument) {
    for number in 1... {
      let name = number == 1 ? "skillhost.ics" : "skillhost-\(number).ics"
      guard let file = files.first(where: { $0.name == name }) else { return (name, CalendarDocument()) }
      if file.isSound { return (name, file.document) }
    }
    // Not reached: there are fewer files than numbers.
    return ("skillhost.ics", CalendarDocument())
  }
}
