import SkillSystem
import Synchronization

/// Turns what a skill says into events, and keeps its attachments for the result.
final class EventCollector: Sendable {
  private let kept = Lock<[Attachment]>([])
  private let emit: @Sendable (SkillEvent.Kind) -> Void

  init(emit: @escaping @Sendable (SkillEvent.Kind) -> Void) {
    self.emit = emit
  }

  var attachments: [Attachment] { kept.withLock { $0 } }

  @Sendable func take(_ event: RunnerEvent) {
    switch event {
    case .progress(let fraction, let note):
      unsafe emit(.progress(fraction: fraction, note: note.withUnsafeBytes { unsafe SkillLog.escaped($0) }))
    case .text(let mime, let text):
      let type = String(decoding: mime, as: UTF8.self)
      emit(
        .partialOutput(
          mime: type == "text/markdown" ? type : "text/plain", text: String(decoding: text, as: UTF8.self)))
    case .attachment(let mime, let bytes):
      let attachment = Attachment(mime: mime, bytes: bytes)
      kept.withLock { $0.append(attachment) }
      emit(.attachment(attachment))
    }
  }
}
