import SkillJSON
import SkillRuntime
import SkillSystem

/// One call from the command line: runs it, shows what happens, and prints how it ended.
struct CallRun: Sendable {
  let context: CommandContext
  let asJSON: Bool
  let asEvents: Bool
  let outputDirectory: String?

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(SkillError) {
    self.context = context
    asJSON = arguments[CommonOptions.json]
    asEvents = arguments[CallArguments.events]
    outputDirectory = try arguments.value(CallArguments.outputDirectory)
  }

  func run(
    _ host: SkillHost, _ intent: Intent, _ options: CallOptions, _ interrupts: InterruptSwitch
  ) async throws(SkillError) -> ExitStatus {
    let execution = host.run(intent, options)
    interrupts.arm(execution)
    let progress = ProgressLine(on: context.error)
    for await event in execution {
      if asEvents {
        context.output.write(event.json().bytes + [0x0A])
        context.output.flush()
        // Nobody reads any more, so nobody wants the result.
        if context.output.isClosed { execution.cancel() }
      }
      switch event.kind {
      case .progress(let fraction, let note): if !asEvents { progress.show(fraction, note) }
      case .partialOutput(_, let text): if !asEvents, context.error.isTerminal { show(text, progress) }
      case .completed(let result):
        progress.clear()
        return try finish(result)
      case .failed(let failure):
        progress.clear()
        return finish(failure)
      default: break
      }
    }
    throw SkillError(.bug, "a call ended without a last event")
  }

  /// Partial output is for watching, so it goes where progress goes.
  private func show(_ text: String, _ progress: ProgressLine) {
    progress.clear()
    context.error.write(SafeText.visible(text, lines: true))
  }

  private func finish(_ result: SkillResult) throws(SkillError) -> ExitStatus {
    var files: [Int: String] = [:]
    if let outputDirectory { files = try AttachmentFiles.write(result.attachments, into: outputDirectory) }
    if asJSON, !asEvents {
      context.print(result.json(files: files))
    } else if !asEvents {
      context.print(result.output)
    }
    for (index, attachment) in result.attachments.enumerated() where !asJSON {
      let name = SafeText.visible(attachment.name ?? "attachment \(index + 1)")
      let what = "\(name) (\(attachment.mime), \(SizeText.text(attachment.bytes.count)))"
      context.output.flush()
      context.error.line(
        files[index].map { "\(what) is in \(SafeText.visible($0))" } ?? "\(what) was not written; --output-dir DIR does"
      )
    }
    return .success
  }

  private func finish(_ failure: SkillFailure) -> ExitStatus {
    if asJSON, !asEvents { context.print(failure.json) }
    context.report(failure.error)
    return ExitStatus(failure.error.code.category)
  }
}
