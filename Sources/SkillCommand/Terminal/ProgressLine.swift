import SkillSystem
import Synchronization

/// One line at the bottom of a terminal that says how far the work is. Without a terminal it writes nothing.
package final class ProgressLine: Sendable {
  private let output: Output
  private let isShown = Lock(false)

  package init(on output: Output) { self.output = output }

  /// - Parameters:
  ///   - fraction: 0…1, nil when it is not known.
  ///   - note: of the skill, so it may contain anything.
  package func show(_ fraction: Double?, _ note: String) {
    guard let width = output.width else { return }
    let text = Self.text(fraction, note, width: width)
    isShown.withLock { shown in
      shown = true
      output.write("\r\u{1b}[K" + text)
      output.flush()
    }
  }

  /// Takes the line away, so that other text can be written.
  package func clear() {
    isShown.withLock { shown in
      guard shown else { return }
      shown = false
      output.write("\r\u{1b}[K")
      output.flush()
    }
  }

  static func text(_ fraction: Double?, _ note: String, width: Int) -> String {
    var text = ""
    if let fraction, fraction >= 0 {
      let part = min(fraction, 1)
      let filled = Int(part * 20)
      let percent = String(Int(part * 100))
      text = "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled) + "] "
      text += String(repeating: " ", count: 3 - percent.utf8.count) + percent + "%"
    }
    let visible = SafeText.visible(note)
    if !visible.isEmpty { text += text.isEmpty ? visible : "  \(visible)" }
    // The last column stays free: some terminals wrap as soon as it is filled.
    return TextWidth.cut(text.isEmpty ? "working" : text, to: max(width - 1, 10))
  }
}
