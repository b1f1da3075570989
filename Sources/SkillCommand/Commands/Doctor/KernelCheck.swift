import CLinux
import Glibc
import SkillSystem

/// What the kernel must offer so that skills can be loaded, confined and stopped.
enum KernelCheck {
  package static func findings() -> [Finding] {
    [sealedMemory(), pidfd(), openBeneath(), landlock(), seccomp()]
  }

  private static func sealedMemory() -> Finding {
    let number = unsafe clinux_memfd_sealable("doctor")
    guard number >= 0 else {
      return missing(
        "sealed memory (memfd_create: \(errorText(errno)))", needs: "Linux 3.17", for: "libraries are loaded")
    }
    let file = Descriptor(owning: number)
    guard clinux_seal(file.number) == 0, clinux_is_sealed(file.number) == 1 else {
      return missing("seals on memory", needs: "Linux 3.17", for: "libraries are loaded")
    }
    return Finding(.ok, "kernel", "sealed memory: what was verified is what is loaded")
  }

  private static func pidfd() -> Finding {
    let number = clinux_pidfd_open(getpid())
    guard number >= 0 else {
      return missing("pidfd (\(errorText(errno)))", needs: "Linux 5.4", for: "skills are stopped")
    }
    close(number)
    return Finding(.ok, "kernel", "pidfd: a skill that hangs is killed for certain")
  }

  private static func openBeneath() -> Finding {
    do throws(SkillError) {
      let root = try Descriptor.open("/", O_RDONLY | O_DIRECTORY)
      let number = unsafe clinux_open_beneath(root.number, "proc", O_RDONLY | O_DIRECTORY)
      guard number >= 0 else {
        return missing("openat2 (\(errorText(errno)))", needs: "Linux 5.6", for: "bundles are read")
      }
      close(number)
      return Finding(.ok, "kernel", "openat2: bundles cannot lead outside their folder")
    } catch {
      return Finding(.fail, "kernel", error)
    }
  }

  private static func landlock() -> Finding {
    let version = clinux_landlock_abi()
    guard version > 0 else {
      return Finding(
        .fail, "kernel", "Landlock is not available (\(errorText(errno))): skills cannot be kept from files",
        remedy: "use a kernel of 5.13 or later that is started with landlock in lsm=…")
    }
    if version < 4 {
      return Finding(
        .warn, "kernel", "Landlock ABI \(version): files are confined, but TCP only by seccomp",
        remedy: "Linux 6.7 or later has ABI 4")
    }
    return Finding(.ok, "kernel", "Landlock ABI \(version) is there")
  }

  private static func seccomp() -> Finding {
    guard unsafe access("/proc/sys/kernel/seccomp/actions_avail", R_OK) == 0 else {
      return Finding(
        .warn, "kernel", "whether seccomp filters are available cannot be seen",
        remedy: "it needs a kernel with CONFIG_SECCOMP_FILTER, and /proc")
    }
    return Finding(.ok, "kernel", "seccomp is there")
  }

  private static func missing(_ what: String, needs: String, for purpose: String) -> Finding {
    Finding(.fail, "kernel", "no \(what), by which \(purpose)", remedy: "use \(needs) or later")
  }
}
