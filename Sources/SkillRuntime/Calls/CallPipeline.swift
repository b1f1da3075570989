import CSkillABI
import Glibc
import SkillBundle
import SkillJSON
import SkillLoader
import SkillSchema
package import SkillSystem

/// The one path every call takes: resolve, validate, ask, run, check, record. A fresh value for every execution.
struct CallPipeline {
  let host: SkillHost
  let id: String
  let options: CallOptions
  let emit: @Sendable (SkillEvent.Kind) -> Void
  private let started = MonotonicTime.now
  private let startedAt = WallClock.milliseconds

  init(_ host: SkillHost, id: String, options: CallOptions, emit: @escaping @Sendable (SkillEvent.Kind) -> Void) {
    self.host = host
    self.id = id
    self.options = options
    self.emit = emit
  }

  /// - Returns: the end of the call, with its metrics filled in. Never throws: everything that goes wrong is an answer.
  func run(_ intent: Intent) async -> (CallSummary?, Result<SkillResult, SkillFailure>) {
    let identifier: SkillIdentifier
    let arguments: JSON
    switch intent {
    case .skill(let name, let given):
      (identifier, arguments) = (name, given)
      emit(.skillMatched(name, confidence: 1))
    case .text(let text):
      switch await host.resolve(text, options) {
      case .success(let match):
        (identifier, arguments) = (match.identifier, match.arguments)
        emit(.skillMatched(identifier, confidence: match.confidence))
      case .failure(var failure):
        failure.metrics.duration = MonotonicTime.now.since(started)
        return (nil, .failure(failure))
      }
    }

    let skill: CallableSkill
    do throws(SkillError) {
      skill = try await host.registry.callable(identifier)
    } catch {
      var failure = SkillFailure(error, .unusable, identifier: identifier)
      failure.metrics.duration = MonotonicTime.now.since(started)
      return (nil, .failure(failure))
    }

    var metrics = CallMetrics()
    let input = arguments.bytes
    metrics.inputBytes = input.count
    var result = await run(skill, arguments, input, &metrics)
    metrics.duration = MonotonicTime.now.since(started)
    switch result {
    case .success(var value):
      value.metrics = metrics
      result = .success(value)
    case .failure(var failure):
      failure.metrics = metrics
      failure.identifier = identifier
      result = .failure(failure)
    }
    let summary = CallSummary(
      identifier: identifier, version: skill.manifest.version.text, startedAt: startedAt, input: input, metrics: metrics
    )
    return (summary, result)
  }

  private func run(
    _ skill: CallableSkill, _ arguments: JSON, _ input: [UInt8], _ metrics: inout CallMetrics
  ) async -> Result<SkillResult, SkillFailure> {
    let manifest = skill.manifest
    if let failure = Self.check(arguments, skill) { return .failure(failure) }

    if manifest.annotations.destructive {
      let request = ApprovalRequest(
        identifier: manifest.identifier, displayName: manifest.displayName, arguments: arguments)
      guard await options.approve(request) else {
        return .failure(
          SkillFailure(
            SkillError(
              .approvalRequired, "\(manifest.identifier) may delete or overwrite things, and nobody approved this call",
              hint: "approve it when asked, or call it with --yes"), .permission))
      }
    }

    do throws(SkillError) {
      try host.admit(manifest.identifier)
    } catch {
      return .failure(SkillFailure(error, .unavailable))
    }

    emit(.stepStarted(manifest.identifier))
    emit(.toolCall(manifest.identifier, arguments: arguments))
    let collector = EventCollector(emit: emit)
    let answer = await host.execute(
      skill.target, request(skill, .invoke, input: input), onEvent: collector.take)
    metrics.skillDuration = answer.duration
    metrics.startedRunner = answer.startedRunner
    metrics.enforcement = answer.enforcement.flatMap { try? JSON(parsing: $0) }
    emit(.stepFinished(manifest.identifier))

    switch answer.outcome {
    case .failure(let error):
      let failure = SkillFailure(error, Self.kind(of: error))
      // A full queue says nothing about the skill.
      if error.code != .busy { host.note(manifest.identifier, failure.kind) }
      return .failure(failure)
    case .success(let outcome) where outcome.status != SKILL_DONE:
      let failure = Self.failure(outcome, skill)
      host.note(manifest.identifier, failure.kind)
      return .failure(failure)
    case .success(let outcome):
      host.note(manifest.identifier, nil)
      return finish(outcome.result ?? Array("{}".utf8), collector.attachments, skill, &metrics)
    }
  }

  // MARK: Before

  /// Every violation of the input schema, in words that a model can act on; nil when the arguments fit.
  private static func check(_ arguments: JSON, _ skill: CallableSkill) -> SkillFailure? {
    let violations = skill.manifest.inputValidator.violations(of: arguments)
    guard !violations.isEmpty else { return nil }
    let messages = violations.prefix(10).map(\.message).joined(separator: "; ")
    let more = violations.count > 10 ? "; and \(violations.count - 10) more" : ""
    return SkillFailure(
      SkillError(
        .argumentsInvalid, "the arguments of \(skill.manifest.identifier) do not fit: \(messages)\(more)",
        hint: "`skillhost info \(skill.manifest.identifier)` shows what it takes"),
      .badArguments, detail: report(violations))
  }

  private static func report(_ violations: [Violation]) -> JSON {
    JSON.build { writer in
      writer.object { writer in
        writer.member("violations") { writer in
          writer.array { writer in
            for violation in violations.prefix(100) {
              writer.object { writer in
                writer.member("at", violation.instancePointer)
                writer.member("keyword", violation.keyword)
                writer.member("schema", violation.schemaPointer)
                writer.member("message", violation.message)
              }
            }
          }
        }
      }
    }
  }

  private func request(_ skill: CallableSkill, _ kind: RunnerRequest.Kind, input: [UInt8]) -> RunnerRequest {
    let limit = Duration.milliseconds(skill.manifest.limits.timeoutMilliseconds)
    let timeout = min(options.timeout ?? limit, host.settings.longestTimeout)
    return RunnerRequest(
      kind, facts: options.facts(id: id), input: input, deadline: started.advanced(by: timeout),
      outputLimit: skill.manifest.limits.outputBytes)
  }

  // MARK: After

  private func finish(
    _ bytes: [UInt8], _ attachments: [Attachment], _ skill: CallableSkill, _ metrics: inout CallMetrics
  ) -> Result<SkillResult, SkillFailure> {
    let manifest = skill.manifest
    metrics.outputBytes = bytes.count + attachments.reduce(0) { $0 + $1.bytes.count }
    let output: JSON
    do throws(JSONError) {
      output = try JSON(parsing: bytes)
    } catch {
      return .failure(
        SkillFailure(
          SkillError(.outputMalformed, "\(manifest.label) returned something that is not JSON: \(error)"), .badOutput))
    }
    if let violations = skill.manifest.outputValidator?.violations(of: output), !violations.isEmpty {
      let messages = violations.prefix(5).map(\.message).joined(separator: "; ")
      return .failure(
        SkillFailure(
          SkillError(.outputInvalid, "\(manifest.label) returned what its outputSchema forbids: \(messages)"),
          .badOutput,
          detail: Self.report(violations)))
    }
    let projected = ModelText.project(output, manifest.result)
    var result = SkillResult(
      identifier: manifest.identifier, version: manifest.version.text, output: output, attachments: attachments,
      metrics: metrics, modelText: projected)
    let limit = host.settings.modelTextLimit
    if projected.utf8.count > limit {
      let place = "\(host.home.cache)/outputs/\(id).json"
      result.spilledTo = ModelText.spill(output.text, to: place) ? place : nil
      result.modelText = ModelText.cut(projected, limit: limit, wholeIsAt: result.spilledTo) ?? projected
    }
    return .success(result)
  }

  static func failure(_ outcome: CallOutcome, _ skill: CallableSkill) -> SkillFailure {
    let (code, kind, word): (SkillError.Code, SkillFailure.Kind, String) =
      switch outcome.status {
      case SKILL_CANCELLED: (.skillCancelled, .cancelled, "stopped by itself")
      case SKILL_BAD_INPUT: (.badInput, .badArguments, "cannot use these arguments")
      case SKILL_UNSUPPORTED: (.unsupported, .failed, "does not support this")
      case SKILL_NEEDS_PERMISSION: (.needsPermission, .permission, "lacks a permission")
      case SKILL_UNAVAILABLE: (.unavailable, .unavailable, "is not available now")
      default: (.skillFailed, .failed, "failed")
      }
    let own = String(decoding: outcome.code, as: UTF8.self)
    let isWord = !own.isEmpty && own.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains($0) }
    let message = unsafe outcome.message.withUnsafeBytes { unsafe SkillLog.escaped($0) }
    let hint = kind == .permission ? "`skillhost grant \(skill.manifest.identifier) NAME=FOLDER` binds a folder" : nil
    return SkillFailure(
      SkillError(
        isWord ? SkillError.Code(own, code.category) : code,
        message.isEmpty ? "\(skill.manifest.label) \(word) and did not say why" : message, hint: hint),
      kind, detail: outcome.detail.isEmpty ? nil : try? JSON(parsing: outcome.detail))
  }

  static func kind(of error: SkillError) -> SkillFailure.Kind {
    switch error.code {
    case .timeout: .timeout
    case .cancelled: .cancelled
    case .crashed, .memoryExceeded, .protocolViolation, .loadFailed, .loadTimeout: .crashed
    case .busy, .interrupted, .runnerUnavailable, .system: .unavailable
    case .outputTooLarge: .badOutput
    default: .failed
    }
  }
}

/// What the record of a call needs to know.
struct CallSummary: Sendable {
  let identifier: SkillIdentifier
  let version: String
  let startedAt: Int64
  let input: [UInt8]
  let metrics: CallMetrics
}

extension CallOptions {
  /// What `info` answers.
  func facts(id: String) -> [(String, String)] {
    var facts = [("call_id", id)]
    let optional = [
      ("idempotency_key", idempotencyKey), ("user", user), ("session", session), ("locale", locale),
      ("timezone", timezone), ("now", now),
    ]
    for case (let name, .some(let value)) in optional { facts.append((name, value)) }
    return facts
  }
}

extension SkillError.Code {
  package static let argumentsInvalid = Self("arguments_invalid", .failed)
  package static let approvalRequired = Self("approval_required", .refused)
  package static let outputMalformed = Self("output_malformed", .failed)
  package static let outputInvalid = Self("output_invalid", .failed)
  package static let skillFailed = Self("skill_failed", .failed)
  package static let skillCancelled = Self("skill_cancelled", .stopped)
  package static let badInput = Self("bad_input", .failed)
  package static let unsupported = Self("unsupported", .failed)
  package static let needsPermission = Self("needs_permission", .refused)
  package static let unavailable = Self("unavailable", .unavailable)
}
