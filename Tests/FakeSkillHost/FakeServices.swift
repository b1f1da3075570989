internal import CSkillABI
internal import Synchronization

extension skill_http_v1 {
  /// Answers from the behaviour's pages, each body in two pieces.
  static var fake: skill_http_v1 {
    skill_http_v1(
      size: UInt32(MemoryLayout<skill_http_v1>.size), reserved: 0,
      fetch: { call, request, context, onHead, onBody, errorMessage in
        guard let call, let request = request?.pointee else { return SKILL_BAD_INPUT }
        let fake = FakeCall.find(call)
        let url = request.url.string
        let headers = UnsafeBufferPointer(start: request.headers, count: Int(request.header_count))
        fake.host.record.withLock {
          $0.requests.append(
            FakeHost.Request(
              method: request.method.string, url: url, headers: headers.map { "\($0.name.string): \($0.value.string)" },
              body: request.body.bytes))
        }
        guard let page = fake.host.behaviour.pages?[url] else {
          errorMessage?.pointee = fake.text(Array("no such page".utf8))
          return SKILL_NEEDS_PERMISSION
        }
        if let message = page.errorMessage { errorMessage?.pointee = fake.text(Array(message.utf8)) }
        guard page.outcome == SKILL_DONE else { return page.outcome }
        return page.deliver(fake, context, onHead, onBody)
      })
  }
}

extension FakeHost.Page {
  fileprivate func deliver(
    _ call: FakeCall, _ context: UnsafeMutableRawPointer?,
    _ onHead: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<skill_http_response>?) -> skill_status)?,
    _ onBody: (@convention(c) (UnsafeMutableRawPointer?, skill_text) -> skill_status)?
  ) -> skill_status {
    let headers = headers.map { name, value in
      skill_http_header(name: call.text(Array(name.utf8)), value: call.text(Array(value.utf8)))
    }
    let status = headers.withUnsafeBufferPointer { headers in
      var response = skill_http_response()
      response.size = UInt32(MemoryLayout<skill_http_response>.size)
      response.status = self.status
      response.header_count = UInt32(headers.count)
      response.headers = headers.baseAddress
      return onHead?(context, &response) ?? SKILL_DONE
    }
    guard status == SKILL_DONE else { return status }
    for piece in [body[..<(body.count / 2)], body[(body.count / 2)...]] where !piece.isEmpty {
      let status = onBody?(context, call.text(Array(piece))) ?? SKILL_DONE
      guard status == SKILL_DONE else { return status }
    }
    return SKILL_DONE
  }
}

extension skill_storage_v1 {
  /// Keeps the values in the fake host's memory.
  static var fake: skill_storage_v1 {
    skill_storage_v1(
      size: UInt32(MemoryLayout<skill_storage_v1>.size), reserved: 0,
      get: { call, key, value in
        guard let call else { return SKILL_UNSUPPORTED }
        let fake = FakeCall.find(call)
        guard let stored = fake.host.stored[key.string] else { return SKILL_DONE }
        value?.pointee = fake.text(stored)
        return SKILL_DONE
      },
      set: { call, key, value in
        guard let call, (1...256).contains(key.size) else { return SKILL_BAD_INPUT }
        FakeCall.find(call).host.storage.withLock { $0[key.string] = value.bytes }
        return SKILL_DONE
      },
      remove: { call, key in
        guard let call else { return SKILL_UNSUPPORTED }
        FakeCall.find(call).host.storage.withLock { $0[key.string] = nil }
        return SKILL_DONE
      },
      list: { call, prefix, context, visit in
        guard let call, let visit else { return SKILL_UNSUPPORTED }
        let fake = FakeCall.find(call)
        for (key, value) in fake.host.stored.sorted(by: { $0.key < $1.key }) where key.hasPrefix(prefix.string) {
          let status = visit(context, fake.text(Array(key.utf8)), UInt64(value.count))
          guard status == SKILL_DONE else { return status }
        }
        return SKILL_DONE
      })
  }
}
