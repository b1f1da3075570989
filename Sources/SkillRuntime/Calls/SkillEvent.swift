package import SkillBundle
package import SkillJSON

/// Something that happened during a call. Every call ends with exactly one ``Kind/completed(_:)`` or
/// ``Kind/failed(_:)``.
package struct SkillEvent: Sendable {
  package enum Kind: Sendable {
    /// Which skill serves the intent; the confidence is 1 when it was named.
    case skillMatched(SkillIdentifier, confidence: Double)
    case stepStarted(SkillIdentifier)
    /// The skill is about to run with these arguments.
    case toolCall(SkillIdentifier, arguments: JSON)
    case progress(fraction: Double?, note: String)
    case partialOutput(mime: String, text: String)
    case attachment(Attachment)
    case stepFinished(SkillIdentifier)
    case completed(SkillResult)
    case failed(SkillFailure)
  }

  /// 1, 2, 3, … without gaps within one call.
  package let sequence: Int
  /// Milliseconds since 1970.
  package let time: Int64
  package let kind: Kind

  package var isLast: Bool {
    switch kind {
    case .completed, .failed: true
    default: false
    }
  }

  package var name: String {
    switch kind {
    case .skillMatched: "skillMatched"
    case .stepStarted: "stepStarted"
    case .toolCall: "toolCall"
    case .progress: "progress"
    case .partialOutput: "partialOutput"
    case .attachment: "attachment"
    case .stepFinished: "stepFinished"
    case .completed: "completed"
    case .failed: "failed"
    }
  }

  /// One line of an event stream: `{"sequence":3,"time":…,"event":"progress",…}`.
  ///
  /// - Parameter brief: without outputs and attachments' bytes, as the record of a call keeps it.
  package func json(brief: Bool = false) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("sequence", sequence)
        writer.member("time", Int(time))
        writer.member("event", name)
        writeDetails(to: &writer, brief: brief)
      }
    }
  }

  private func writeDetails(to writer: inout JSONWriter, brief: Bool) {
    switch kind {
    case .skillMatched(let skill, let confidence):
      writer.member("skill", skill.text)
      writer.member("confidence", confidence)
    case .stepStarted(let skill), .stepFinished(let skill):
      writer.member("skill", skill.text)
    case .toolCall(let skill, let arguments):
      writer.member("skill", skill.text)
      if !brief { writer.member("arguments", arguments) }
    case .progress(let fraction, let note):
      writer.member("fraction", fraction)
      if !note.isEmpty { writer.member("note", note) }
    case .partialOutput(let mime, let text):
      writer.member("mime", mime)
      if brief { writer.member("size", text.utf8.count) } else { writer.member("text", text) }
    case .attachment(let attachment):
      writer.member("attachment") { attachment.write(to: &$0, file: nil, includingData: !brief) }
    case .completed(let result):
      if !brief { writer.member("output", result.output) }
      writer.member("metrics") { result.metrics.write(to: &$0) }
    case .failed(let failure):
      writer.member("error") { failure.writeError(to: &$0) }
      writer.member("metrics") { failure.metrics.write(to: &$0) }
    }
  }
}
