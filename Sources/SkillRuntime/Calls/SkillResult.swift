package import SkillBundle
package import SkillJSON

/// What a call that went well gave.
package struct SkillResult: Sendable {
  package var identifier: SkillIdentifier
  package var version: String
  /// Exactly the bytes that the skill emitted; `{}` when it emitted nothing.
  package var output: JSON
  package var attachments: [Attachment]
  package var metrics: CallMetrics
  /// What a model is given: the fields that the manifest's `result` names, cut in the middle when it is too long.
  package var modelText: String
  /// Where the whole output is when `modelText` had to be cut.
  package var spilledTo: String?

  /// `{"status":"completed","output":…,"attachments":[…],"metrics":{…}}`
  ///
  /// - Parameter files: where attachments were written, by index; those are named instead of included.
  package func json(files: [Int: String] = [:]) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("status", "completed")
        writer.member("skill", identifier.text)
        writer.member("version", version)
        writer.member("output", output)
        writer.member("attachments") { writer in
          writer.array { writer in
            for (index, attachment) in attachments.enumerated() {
              attachment.write(to: &writer, file: files[index], includingData: true)
            }
          }
        }
        writer.member("metrics") { metrics.write(to: &$0) }
      }
    }
  }
}

extension Attachment {
  package func write(to writer: inout JSONWriter, file: String?, includingData: Bool) {
    writer.object { writer in
      writer.member("mime", mime)
      if let name { writer.member("name", name) }
      writer.member("size", bytes.count)
      if let file {
        writer.member("file", file)
      } else if includingData {
        writer.member("data", base64)
      }
    }
  }
}
