import CLinux
import Glibc
import SkillJSON
import SkillSystem
import TestSupport
import Testing

/// Faults of libraries and of the machine, through the built program: the right error, then a good call, and nothing
/// left behind.
@Suite struct IsolationFaultTests {
  private func home(
    _ kind: String, _ change: String = "", outputBytes: String = ""
  ) throws -> PrivateHome {
    let home = try PrivateHome()
    try home.makeKey()
    let library = "\(home.root)/lib\(kind).so"
    try AtomicFile.write(try Compiler.faulty(kind), to: library)
    let manifest = PrivateHome.manifest("test.faulty", change).replacing(
      #""outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},"#, with: "")
    try home.install(library, manifest: manifest, name: kind)
    try home.succeed("enable", "test.faulty", "--yes")
    return home
  }

  private func outcome(_ result: ToolResult) throws -> String {
    let json = try result.json()
    return json.at(["error", "code"])?.string ?? json["output"]?.text ?? "?"
  }

  // MARK: Taking all there is

  @Test(arguments: [
    ("memory", "memory_exceeded"), ("memory_at_once", "memory_exceeded"),
    // A skill that copes is left alone, and a crash much later is not blamed on memory.
    ("memory_and_copes", #""23\d MB""#), ("memory_then_crash", "crashed"),
    ("shared_memory", #""EPERM""#), ("stack", "crashed"),
    // Threads are bounded by the address space: 8 MB of stack each.
    ("threads", #""2\d""#), ("descriptors", #""249 EMFILE""#), ("pipes", #""12\d""#), ("queue_signals", #""bounded""#),
  ])
  func aBombHurtsItsOwnProcess(word: String, expected: String) throws {
    let home = try home("Bombs")
    let tool = try RunningTool.start(
      Products.skillhost, ["call", "test.faulty", #"{"do":"\#(word)"}"#, "--json"], environment: home.environment)
    let pid = tool.process.pid
    let said = try outcome(tool.wait())
    #expect(try Regex(expected).wholeMatch(in: said) != nil, "\(said)")
    #expect(PrivateHome.runners(of: pid) == [])
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #""done""#)
  }

  /// With the smallest stacks there is room for thousands; they end with their process.
  @Test func thousandsOfThreadsEndWithTheirProcess() throws {
    let home = try home("Bombs")
    let said = try outcome(home.skillhost("call", "test.faulty", #"{"do":"small_threads"}"#, "--json"))
    // At the edge of its memory the process may also fall; what counts is that nothing else does.
    if said != "crashed", said != "memory_exceeded" {
      let count = try #require(Int(said.split(separator: "\"").joined()))
      #expect((1000..<15000).contains(count), "\(count)")
    }
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #""done""#)
  }

  /// What a skill prints goes to a log that has a size; ten gigabytes take longer than the deadline.
  @Test func printingForEverEndsAtTheDeadline() throws {
    let home = try home("Bombs")
    let result = try home.skillhost("call", "test.faulty", #"{"do":"print"}"#, "--json", "--timeout", "1500ms")
    #expect(try ["timeout", #""done""#].contains(outcome(result)))
    var size = 0
    for name in ["skills.log", "skills.log.1", "skills.log.old"] {
      var status = stat()
      if stat("\(home.home)/state/logs/\(name)", &status) == 0 { size += Int(status.st_size) }
    }
    #expect(size > 0)
    #expect(size < 32 << 20, "\(size)")
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #""done""#)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
  func aFullDiskIsTheSkillsOwnError() throws {
    let disk = try #require(try SmallDisk(kilobytes: 256))
    let home = try home(
      "Bombs", #""permissions": {"directories": [{"name": "d", "access": "write", "purpose": "Filling it"}]},"#)
    try home.succeed("grant", "test.faulty", "d=\(disk.path)")
    #expect(try outcome(home.skillhost("call", "test.faulty", #"{"do":"disk"}"#, "--json")) == #""ENOSPC""#)
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #""done""#)
  }

  /// The state cannot be written: the call is answered or refused in words, and works again when there is room.
  @Test(.enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
  func aFullDiskUnderTheStateIsNoCrash() throws {
    let home = try home("Bombs")
    let state = "\(home.home)/state"
    let disk = try #require(try SmallDisk(kilobytes: 512))
    let copied = try run("/bin/cp", ["-a", "\(state)/.", disk.path])
    #expect(copied.status == 0, "\(copied.stderr)")
    _ = try run("/bin/rm", ["-rf", state])
    symlink(disk.path, state)
    let filler = "\(disk.path)/filler"
    _ = try run("/bin/sh", ["-c", "cat /dev/zero > \(filler)"])
    let full = try home.skillhost("call", "test.faulty", "{}", "--json")
    guard case .status(let status) = full.exit else {
      Issue.record("\(full)")
      return
    }
    #expect(status == 0 || full.stderr.hasPrefix("error["), "\(full)")
    unlink(filler)
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #""done""#)
  }

  /// With ever more descriptors: a result or an error, never a hang. Below sixteen libdispatch itself may die of SIGILL:
  /// its monitor opens a file for every worker and takes a failure for a bug, which nobody but it can help.
  @Test func fewDescriptorsAreAnErrorInWords() throws {
    let home = try home("Bombs")
    var worked = 0
    for limit in [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32, 64] {
      let result = try run(
        "/bin/sh", ["-c", "ulimit -n \(limit); exec \(Products.skillhost) call test.faulty '{}'"],
        environment: home.environment)
      switch result.exit {
      case .status(0): worked += 1
      // The loader itself may have too few.
      case .status(127): #expect(result.stderr.contains("shared librar"), "\(limit): \(result)")
      case .status where limit < 16: #expect(result.stderr.contains("error["), "\(limit): \(result)")
      case .status: #expect(result.stderr.hasPrefix("error["), "\(limit): \(result)")
      case .signal(SIGILL) where limit < 16: continue
      case .signal: Issue.record("with \(limit) descriptors: \(result)")
      }
    }
    #expect(worked >= 1)
    #expect(try home.succeed("list", "--json").json().at(["skills", "0", "state"])?.string == "enabled")
  }

  // MARK: The end of the host

  /// The main thread of the runner is gone, another spins, and the host is killed: nothing is left.
  @Test(arguments: ["main_thread_exits"])
  func aKilledHostLeavesNoRunner(word: String) throws {
    let home = try home("Bombs")
    let tool = try home.start("call", "test.faulty", #"{"do":"\#(word)"}"#, "--events")
    tool.awaitOutput("the main thread ends")
    let watch = try PidWatch(#require(PrivateHome.runners(of: tool.process.pid).first))
    tool.process.kill()
    _ = tool.wait()
    let ended = watch.endsWithin(milliseconds: 5000)
    #expect(ended, "the runner outlived its host")
  }

  @Test func aThreadThatSpinsOnEndsWithTheCommand() throws {
    let home = try home("Bombs")
    let tool = try RunningTool.start(
      Products.skillhost, ["call", "test.faulty", #"{"do":"spins_on"}"#, "--json"], environment: home.environment)
    let pid = tool.process.pid
    #expect(try outcome(tool.wait()) == #""done""#)
    #expect(PrivateHome.runners(of: pid) == [])
  }

  /// A constructor that hangs, and a host that is killed meanwhile.
  @Test func aKilledHostLeavesNoRunnerThatLoads() throws {
    let home = try PrivateHome()
    try home.makeKey()
    let library = try home.compile(
      """
      #include <unistd.h>
      __attribute__((constructor)) static void hang(void) { (void)!write(1, "loading\\n", 8); for (;;) continue; }
      """)
    try home.install(library, manifest: PrivateHome.manifest("test.faulty"), name: "hangs")
    try home.succeed("enable", "test.faulty")
    let tool = try home.start("call", "test.faulty", "{}", "--events")
    tool.awaitOutput("toolCall")
    let pid = tool.process.pid
    var runner: Int32?
    let giveUp = MonotonicTime.now.advanced(by: .seconds(20))
    while runner == nil, MonotonicTime.now < giveUp { runner = PrivateHome.runners(of: pid).first }
    let watch = try PidWatch(#require(runner))
    tool.process.kill()
    _ = tool.wait()
    let ended = watch.endsWithin(milliseconds: 5000)
    #expect(ended, "the runner outlived its host")
  }

  // MARK: Libraries

  @Test(arguments: [
    (
      "int nowhere(void); int used(void) { return nowhere(); }", "library_not_loadable",
      "test.faulty 1.0.0: the library: undefined symbol: nowhere"
    ),
    (
      "__attribute__((constructor)) static void f(void) { if (fork() < 0 && errno == EPERM) _exit(42); }",
      "load_failed", "test.faulty 1.0.0 ended its process with exit status 42 while it was loaded"
    ),
    (
      "__attribute__((constructor)) static void f(void) { if (prctl(PR_SET_PDEATHSIG, 0) < 0) _exit(errno); }",
      "load_failed", "test.faulty 1.0.0 ended its process with exit status 1 while it was loaded"
    ),
    (
      // Forged before the library is even loaded: a frame that says how well it is confined.
      """
      __attribute__((constructor)) static void f(void) {
        unsigned char frame[22] = {6, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, '{', '}'};
        (void)!write(3, frame, sizeof frame);
        for (;;) continue;
      }
      """, "protocol_violation",
      "the runner of test.faulty 1.0.0 was stopped while it loaded: it sent a malformed confined frame"
    ),
  ])
  func aLibraryThatDoesNotLoadSaysWhy(source: String, code: String, message: String) throws {
    let home = try PrivateHome()
    try home.makeKey()
    let library = try home.compile(
      "#include <errno.h>\n#include <sys/prctl.h>\n#include <unistd.h>\n\(source)\n")
    try home.install(library, manifest: PrivateHome.manifest("test.faulty"), name: "unloadable")
    try home.succeed("enable", "test.faulty")
    let error = try home.skillhost("call", "test.faulty", "{}", "--json").json()["error"]
    #expect(error?["code"]?.string == code)
    #expect(error?["message"]?.string == message)
  }

  /// It may be signed here, for there; nothing but its header is looked at.
  @Test func aLibraryForAnotherMachineIsRefusedInWords() throws {
    let home = try PrivateHome()
    try home.makeKey()
    var bytes = try Compiler.faulty("Misbehaving")
    // e_machine of the ELF header: 0xB7 is aarch64, 0x3E x86-64.
    bytes[18] = bytes[18] == 0xB7 ? 0x3E : 0xB7
    let library = "\(home.root)/other.so"
    try AtomicFile.write(bytes, to: library)
    try home.install(library, manifest: PrivateHome.manifest("test.faulty"), name: "other")
    let result = try home.skillhost("call", "test.faulty", "{}")
    #expect(result.status == 4, "\(result)")
    #expect(result.stderr.hasPrefix("error[library_wrong_architecture]: the skill is built for linux/"), "\(result)")
  }

  /// What runs is the copy in memory; the file may be overwritten, cut short or removed while it does.
  @Test func aLibraryThatIsOverwrittenDuringACallHarmsNothing() throws {
    let home = try home("Misbehaving")
    let library = "\(home.skills)/Misbehaving/libMisbehaving.so"
    try #require(access(library, W_OK) == 0)
    let good = try AtomicFile.read(library, limit: 1 << 26) ?? []
    let tool = try home.start("call", "test.faulty", #"{"do":"wait"}"#, "--events")
    tool.awaitOutput("waiting to be cancelled")
    // In place, as `cp` does.
    let file = try Descriptor.open(library, O_WRONLY)
    try file.write([UInt8](repeating: 0xCC, count: good.count))
    ftruncate(file.number, 100)
    let changed = try home.skillhost("call", "test.faulty", "{}", "--json")
    #expect(changed.status == 3 || changed.status == 4, "\(changed)")
    tool.signal(SIGINT)
    let result = tool.wait()
    #expect(result.status == 5, "\(result)")
    #expect(result.stdout.contains(#""code":"cancelled""#), "\(result.stdout)")
    try AtomicFile.write(good, to: library)
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #"{"ok": true}"#)
  }

  /// Between the check and the load the file is exchanged, again and again: never does the other library run.
  @Test func aLibraryThatIsExchangedAllTheTimeNeverRuns() throws {
    let home = try home("Misbehaving")
    let library = "\(home.skills)/Misbehaving/libMisbehaving.so"
    let good = try AtomicFile.read(library, limit: 1 << 26) ?? []
    let evil = try home.compile(
      "static void __attribute__((constructor)) f(void) { *(volatile int *)8 = 1; }", name: "evil")
    let other = try AtomicFile.read(evil, limit: 1 << 26) ?? []
    try AtomicFile.write(good, to: "\(home.root)/good")
    let swapping = try RunningTool.start(
      "/bin/sh",
      [
        "-c",
        """
        while :; do
          cp \(evil) \(home.root)/next && mv \(home.root)/next \(library)
          cp \(home.root)/good \(home.root)/next && mv \(home.root)/next \(library)
        done
        """,
      ], environment: [:])
    #expect(other.isEmpty == false)
    var outcomes: [String: Int] = [:]
    for _ in 0..<12 {
      outcomes[try outcome(home.skillhost("call", "test.faulty", "{}", "--json")), default: 0] += 1
    }
    swapping.process.kill()
    _ = swapping.wait()
    #expect(
      outcomes["crashed"] == nil && outcomes["load_failed"] == nil && outcomes["quarantined"] == nil, "\(outcomes)")
    try AtomicFile.write(good, to: library)
    #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == #"{"ok": true}"#)
  }

  @Test func aNewVersionRunsTheNewLibrary() throws {
    let home = try PrivateHome()
    try home.makeKey()
    for (version, answer) in [("1.0.0", "one"), ("1.1.0", "two")] {
      let library = try home.compile(
        """
        static skill_status say(void *self, const skill_call *call, skill_text input) {
          (void)self; (void)input;
          skill_text none = {0, 0}, result = {"\\"\(answer)\\"", 5};
          call->host->emit(call, SKILL_CHANNEL_RESULT, none, result);
          return SKILL_DONE;
        }
        """, invoke: "say")
      let manifest = PrivateHome.manifest("test.faulty").replacing("\"1.0.0\"", with: "\"\(version)\"").replacing(
        #""outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}},"#, with: "")
      try home.install(library, manifest: manifest, name: "reloaded")
      try home.succeed("enable", "test.faulty")
      #expect(try outcome(home.skillhost("call", "test.faulty", "{}", "--json")) == "\"\(answer)\"")
    }
  }
}

extension PrivateHome {
  /// Compiles a skill library around some C; answers its path.
  func compile(_ source: String, invoke: String = "nothing", name: String = "compiled") throws -> String {
    let path = "\(root)/\(name).c"
    let whole = """
      #include "skill.h"
      \(source)
      \(invoke == "nothing" ? "static skill_status nothing(void *s, const skill_call *c, skill_text i) { (void)s; (void)c; (void)i; return SKILL_DONE; }" : "")
      static const skill_descriptor descriptor = {
        .size = sizeof descriptor, .abi_minor = SKILL_ABI_MINOR, .max_parallel = 1, .invoke = \(invoke)};
      const skill_descriptor *skill_entry_v1(uint32_t minor, skill_text identifier) {
        (void)minor; (void)identifier;
        return &descriptor;
      }
      """
    try AtomicFile.write(Array(whole.utf8), to: path)
    let library = "\(root)/lib\(name).so"
    try AtomicFile.write(try Compiler.library(path), to: library)
    return library
  }
}

/// A small file system of its own, gone afterwards. Nil where none may be mounted.
private final class SmallDisk {
  /// Also false for a root without the capability, as in most containers.
  static let isPossible = (try? SmallDisk(kilobytes: 64)) != nil

  let path: String

  init?(kilobytes: Int) throws {
    path = Compiler.temporaryPath("disk")
    try makeFolder(path)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=0700") == 0 else {
      rmdir(path)
      return nil
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
