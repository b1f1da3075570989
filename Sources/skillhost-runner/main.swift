// The child process that loads one skill and serves its calls. It is started by skillhost, never by hand:
//
//   skillhost-runner --try-sandbox   confines itself and prints what took hold, as JSON
//   skillhost-runner PARENT          descriptor 0 is /dev/null, 1 and 2 go to the log, 3 is the frame socket
//
// It has no Foundation, and one thread until the skill is loaded.

import Glibc
import SkillLoader
import SkillSystem

guard CommandLine.arguments.count == 2 else { usage() }
if CommandLine.arguments[1] == "--version" {
  print("skillhost-runner 1")
  exit(0)
}
if CommandLine.arguments[1] == "--try-sandbox" { Runner.trySandbox() }
guard let parent = Int32(CommandLine.arguments[1]), fcntl(Runner.socketNumber, F_GETFD) >= 0 else { usage() }

Runner.start(parent: parent)

func usage() -> Never {
  let line = "skillhost-runner: this program is started by skillhost and has no use by itself\n"
  _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  exit(64)
}
