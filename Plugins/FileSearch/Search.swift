import Glibc
import SkillPluginKit

/// One walk over a folder and everything below it.
///
/// Memory stays small however large the folder is: the walk holds one open folder a level, contents are read in blocks,
/// and only hits are kept. Symbolic links are not followed, at no level, so the walk cannot leave the folder or run in
/// circles.
struct Search {
  private let query: Needle?
  private let glob: Glob?
  private let limit: Int
  private let contents: Bool
  private var pulse: Pulse
  private var reader: ContentSearch
  private var output = FilesSearch.Output(hits: [], truncated: false, searched: .init(), skipped: .init())
  private let context: SkillContext

  private static let deepest = 64

  init(query: Needle?, glob: Glob?, limit: Int, contents: Bool, context: SkillContext) {
    self.query = query
    self.glob = glob
    self.limit = limit
    self.contents = contents
    self.context = context
    pulse = Pulse(context: context)
    reader = ContentSearch()
  }

  mutating func run(_ root: String) throws -> FilesSearch.Output {
    let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SkillFailure(
        "folder_unreadable", "cannot open the folder \(root): \(String(cString: strerror(errno)))",
        kind: errno == ENOENT ? .unavailable : .needsPermission)
    }
    pulse.entriesOfRoot = Self.count(root)
    try walk(descriptor, path: "", depth: 0)
    output.hits.sort { $0.path < $1.path }
    return output
  }

  private var isFull: Bool { output.hits.count >= limit }

  /// Walks a folder, whose descriptor this takes over.
  private mutating func walk(_ descriptor: Int32, path: String, depth: Int) throws {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      output.skipped.unreadable += 1
      return
    }
    defer { closedir(stream) }
    output.searched.folders += 1
    while !output.truncated {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { output.skipped.unreadable += 1 }
        return
      }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard bytes != [UInt8(ascii: ".")], bytes != Array("..".utf8) else { continue }
      try pulse.beat(output)
      try visit(bytes, in: dirfd(stream), path: path, depth: depth)
      if depth == 0 { pulse.entriesDone += 1 }
    }
  }

  private mutating func visit(_ bytes: [UInt8], in folder: Int32, path: String, depth: Int) throws {
    let name = String(decoding: bytes, as: UTF8.self)
    if name.hasPrefix("."), glob?.namesHidden != true { return }
    let entryPath = path.isEmpty ? name : "\(path)/\(name)"
    let cName = bytes.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    guard fstatat(folder, cName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      output.skipped.unreadable += 1
      return
    }
    let kind: FilesSearch.Hit.Kind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: return
    }
    if kind == .file { output.searched.files += 1 }
    if let hit = try hit(name, entryPath, kind, status, cName, folder) {
      guard !isFull else {
        output.truncated = true
        return
      }
      output.hits.append(hit)
      context.text(hit.line.map { "\(hit.path):\($0): \(hit.text ?? "")\n" } ?? "\(hit.path)\n")
    }
    if kind == .folder { try enter(cName, folder, entryPath, depth) }
  }

  private mutating func enter(_ name: [CChar], _ folder: Int32, _ path: String, _ depth: Int) throws {
    guard depth + 1 < Self.deepest else {
      output.skipped.tooDeep += 1
      return
    }
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      output.skipped.unreadable += 1
      return
    }
    try walk(descriptor, path: path, depth: depth + 1)
  }

  private mutating func hit(
    _ name: String, _ path: String, _ kind: FilesSearch.Hit.Kind, _ status: stat, _ cName: [CChar], _ folder: Int32
  ) throws -> FilesSearch.Hit? {
    if let glob, !glob.matches(name: name, path: path) { return nil }
    var hit = FilesSearch.Hit(
      path: path, kind: kind, match: .name, size: kind == .file ? Int(status.st_size) : nil,
      modified: Moment(secondsSinceEpoch: status.st_mtim.tv_sec, offset: 0))
    guard let query else { return hit }
    if contents, kind == .file, let found = try search(cName, folder, for: query) {
      hit.match = .contents
      hit.line = found.line
      hit.text = found.text
      return hit
    }
    return query.isIn(name: name) ? hit : nil
  }

  private mutating func search(
    _ name: [CChar], _ folder: Int32, for query: Needle
  ) throws -> (line: Int, text: String)? {
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      output.skipped.unreadable += 1
      return nil
    }
    defer { close(descriptor) }
    let result = try reader.search(descriptor, for: query) { count in
      output.searched.bytes += count
      try pulse.beat(output)
    }
    switch result {
    case .found(let line, let text): return (line, text)
    case .absent: return nil
    case .binary: output.skipped.binary += 1
    case .unreadable: output.skipped.unreadable += 1
    }
    return nil
  }

  /// How many entries a folder has, to tell how far the walk has come.
  private static func count(_ folder: String) -> Int {
    guard let stream = opendir(folder) else { return 0 }
    defer { closedir(stream) }
    var count = 0
    while count < 100_000, readdir(stream) != nil { count += 1 }
    return max(count - 2, 0)
  }
}
