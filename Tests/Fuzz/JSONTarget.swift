import SkillJSON

/// Any bytes as a document: what is taken must survive being written and read again, and nothing may trap.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let value: JSON
  do throws(JSONError) {
    value = try JSON(parsing: bytes)
  } catch {
    precondition((0...bytes.count).contains(error.position.offset), "an error outside of the text")
    return 0
  }
  visit(value)
  for pretty in [false, true] {
    var writer = JSONWriter(pretty: pretty)
    writer.value(value)
    guard let again = try? JSON(parsing: writer.bytes) else { preconditionFailure("what was written is not JSON") }
    precondition(again == value && again.hashValue == value.hashValue, "what was written is another value")
    precondition(pretty || !writer.bytes.contains(UInt8(ascii: "\n")), "a compact text has two lines")
  }
  if let duplicate = value.firstDuplicateKey() { precondition(duplicate.position.offset < bytes.count) }
  var lines = JSONLinesReader()
  for byte in bytes {
    lines.append([byte])
    // Lines that are not JSON are passed over, each with its error.
    while (try? lines.next()) ?? nil != nil {}
  }
  _ = try? lines.finish()
  return 0
}

private func visit(_ value: JSON) {
  switch value.kind {
  case .null, .bool: precondition(value.isNull || value.bool != nil)
  case .number:
    if let integer = value.int { precondition(abs((value.double ?? 0) - Double(integer)) <= 1024) }
    precondition(value.decimal != nil)
  case .string:
    guard let text = value.string else { preconditionFailure("a string without text") }
    var writer = JSONWriter()
    writer.value(text)
    guard let again = try? JSON(parsing: writer.bytes) else { preconditionFailure("a string is written wrongly") }
    precondition(again == value)
  case .array: for element in value.elements { visit(element) }
  case .object:
    for (key, member) in value.members {
      precondition(value[key] != nil, "a key that is not found")
      visit(member)
    }
  }
}
