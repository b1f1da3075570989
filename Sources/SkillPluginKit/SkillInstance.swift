internal import CSkillABI
internal import SkillJSON

/// A skill that was created, without its type: what `self` points to in the contract.
class SkillInstance {
  let host: HostTable

  init(host: HostTable) { self.host = host }

  func invoke(_ call: CallHandle, _ input: [UInt8]) -> skill_status { SKILL_UNSUPPORTED }
  func match(_ call: CallHandle, _ intent: [UInt8]) -> skill_status { SKILL_UNSUPPORTED }
  func quiesce(within remaining: Duration) {}
}

/// The instance of one skill type.
final class Instance<S: Skill>: SkillInstance {
  private let skill: S

  init(host: HostTable, config: [UInt8]) throws {
    skill = try S(environment: SkillEnvironment(config: config, host: host))
    super.init(host: host)
  }

  // MARK: Invoke

  override func invoke(_ call: CallHandle, _ input: [UInt8]) -> skill_status {
    let result: [UInt8]
    do {
      result = try run(input, SkillContext(call: call)).get()
    } catch {
      return call.report(SkillFailure(error))
    }
    let status = call.emit(SKILL_CHANNEL_RESULT, mime: "application/json", result)
    guard status != SKILL_DONE else { return SKILL_DONE }
    return call.report(
      SkillFailure(
        "result_refused", "the host refused the result (\(result.count) bytes, status \(status))",
        kind: SkillFailure.Kind(status)))
  }

  /// Runs `execute` to its end on this thread.
  private func run(_ input: [UInt8], _ context: SkillContext) -> Result<[UInt8], any Error> {
    let thread = CallThread()
    let task = Task.immediate(executorPreference: thread) { [skill] in
      do {
        thread.finish(.success(try await skill.serve(input, context)))
      } catch {
        thread.finish(.failure(error))
      }
    }
    return thread.runUntilFinished {
      if context.isCancelled { task.cancel() }
    }
  }

  // MARK: Match

  override func match(_ call: CallHandle, _ intent: [UInt8]) -> skill_status {
    guard let skill = skill as? any MatchingSkill else { return SKILL_UNSUPPORTED }
    do {
      guard let match = skill.match(try Intent(json: intent)) else { return SKILL_DONE }
      let answer: JSONValue = [
        "confidence": .number(match.confidence.isNaN ? 0 : min(max(match.confidence, 0), 1)),
        "arguments": .object(match.arguments),
      ]
      return call.emit(SKILL_CHANNEL_RESULT, mime: "application/json", try JSON.encode(answer).bytes)
    } catch {
      return call.report(SkillFailure(badInput: error))
    }
  }

  // MARK: Quiesce

  override func quiesce(within remaining: Duration) {
    (skill as? any QuiescingSkill)?.quiesce(within: remaining)
  }
}

extension Skill {
  /// From the arguments' JSON to the result's.
  fileprivate func serve(_ input: [UInt8], _ context: SkillContext) async throws -> [UInt8] {
    let arguments: Input
    do {
      arguments = try JSON(parsing: input.isEmpty ? Array("{}".utf8) : input).decode(Input.self)
    } catch {
      throw SkillFailure(badInput: error)
    }
    return try JSON.encode(try await execute(arguments, context: context)).bytes
  }
}

extension CallHandle {
  /// Hands a failure to the host; what invoke must then return.
  func report(_ failure: SkillFailure) -> skill_status {
    let detail = failure.detail.flatMap { try? JSON.encode($0).bytes } ?? []
    fail(code: failure.wireCode, message: failure.message, detail: detail)
    return failure.kind.status
  }
}

extension Intent {
  init(json bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    guard let text = json["text"]?.string else {
      throw SkillFailure("bad_intent", "the intent has no text", kind: .badInput)
    }
    let timezone = json["timezone"]?.string
    self.init(
      text, locale: json["locale"]?.string, timezone: timezone,
      now: Moment.now(told: json["now"]?.string, timezone: timezone))
  }
}
