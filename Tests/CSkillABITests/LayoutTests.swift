import CSkillABI
import Testing

/// The layout as Swift imports it. `Sources/CSkillABI/skill.c` pins the same for C.
@Suite struct LayoutTests {
  @Test func text() {
    #expect(offsets(of: skill_text.self, \.data, \.size) == [0, 8])
    #expect(MemoryLayout<skill_text>.size == 16)
  }

  @Test func call() {
    #expect(offsets(of: skill_call.self, \.size, \.reserved, \.host) == [0, 4, 8])
    #expect(MemoryLayout<skill_call>.size == 16)
  }

  @Test func hostTable() {
    #expect(
      offsets(
        of: skill_host.self, \.size, \.abi_minor, \.log, \.cancelled, \.deadline, \.progress, \.emit, \.fail, \.info,
        \.query) == [0, 4, 8, 16, 24, 32, 40, 48, 56, 64])
    #expect(MemoryLayout<skill_host>.size == 72)
  }

  @Test func descriptor() {
    #expect(
      offsets(
        of: skill_descriptor.self, \.size, \.abi_minor, \.flags, \.max_parallel, \.create, \.invoke, \.match, \.quiesce,
        \.destroy, \.query) == [0, 4, 8, 12, 16, 24, 32, 40, 48, 56])
    #expect(MemoryLayout<skill_descriptor>.size == 64)
  }

  @Test func http() {
    #expect(offsets(of: skill_http_header.self, \.name, \.value) == [0, 16])
    #expect(
      offsets(
        of: skill_http_request.self, \.size, \.header_count, \.method, \.url, \.headers, \.body, \.max_body_size)
        == [0, 4, 8, 24, 40, 48, 64])
    #expect(
      offsets(of: skill_http_response.self, \.size, \.status, \.header_count, \.reserved, \.headers)
        == [0, 4, 8, 12, 16])
    #expect(offsets(of: skill_http_v1.self, \.size, \.reserved, \.fetch) == [0, 4, 8])
    #expect(MemoryLayout<skill_http_request>.size == 72)
    #expect(MemoryLayout<skill_http_response>.size == 24)
    #expect(MemoryLayout<skill_http_v1>.size == 16)
  }

  @Test func storage() {
    #expect(
      offsets(of: skill_storage_v1.self, \.size, \.reserved, \.get, \.set, \.remove, \.list) == [0, 4, 8, 16, 24, 32])
    #expect(MemoryLayout<skill_storage_v1>.size == 40)
  }

  @Test func constantsAreImportedWithTheirTypes() {
    let statuses: [skill_status] = [
      SKILL_DONE, SKILL_FAILED, SKILL_CANCELLED, SKILL_BAD_INPUT, SKILL_UNSUPPORTED, SKILL_NEEDS_PERMISSION,
      SKILL_UNAVAILABLE,
    ]
    #expect(statuses == [0, 1, 2, 3, 4, 5, 6])
    let channels: [skill_channel] = [SKILL_CHANNEL_RESULT, SKILL_CHANNEL_TEXT, SKILL_CHANNEL_ATTACHMENT]
    #expect(channels == [0, 1, 2])
    let levels: [skill_log_level] = [SKILL_LOG_DEBUG, SKILL_LOG_INFO, SKILL_LOG_WARNING, SKILL_LOG_ERROR]
    #expect(levels == [0, 1, 2, 3])
    let flags: [skill_flags] = [SKILL_FLAG_MATCH_IS_PURE, SKILL_FLAG_QUIESCE_MATTERS]
    #expect(flags == [1, 2])
    #expect(SKILL_ENTRY_SYMBOL == "skill_entry_v1")
    #expect(SKILL_ABI_MAJOR == 1)
    #expect(SKILL_ABI_MINOR == 0)
  }

  private func offsets<Root>(of type: Root.Type, _ fields: PartialKeyPath<Root>...) -> [Int?] {
    fields.map { MemoryLayout<Root>.offset(of: $0) }
  }
}
