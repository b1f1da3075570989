import SkillCommand
import SkillJSON
import SkillSystem
import Testing

private let schema = """
  {"type":"object","additionalProperties":false,"properties":{
    "city":{"type":"string"},"days":{"type":"integer"},"ratio":{"type":"number"},"deep":{"type":"boolean"},
    "tags":{"type":"array","items":{"type":"string"}},"sizes":{"type":"array","items":{"type":"integer"}},
    "place":{"$ref":"#/$defs/place"},"maybe":{"type":["integer","null"]},"either":{"type":["string","integer"]},
    "unit":{"enum":["1","metric"]},"any":{},"a.b":{"type":"integer"},
    "choice":{"anyOf":[{"type":"integer"},{"type":"boolean"}]},"loop":{"$ref":"#/properties/loop"}},
   "$defs":{"place":{"type":"object","properties":{"latitude":{"type":"number"},"name":{"type":"string"}}}}}
  """

@Suite("Arguments as NAME=VALUE")
struct ArgumentObjectTests {
  private func build(_ pairs: [String]) throws -> String {
    var object = ArgumentObject(schema: try JSON(parsing: schema))
    for pair in pairs { try object.set(pair) }
    return object.json.text
  }

  @Test(
    "the schema decides what a value is",
    arguments: [
      ([], "{}"),
      (["city=Berlin", "days=3"], #"{"city":"Berlin","days":3}"#),
      (["city=3"], #"{"city":"3"}"#),
      (["city="], #"{"city":""}"#),
      (["city=a=b"], #"{"city":"a=b"}"#),
      (["ratio=3"], #"{"ratio":3}"#),
      (["ratio=2.50"], #"{"ratio":2.50}"#),
      (["deep=true"], #"{"deep":true}"#),
      (["tags=a", "tags=2"], #"{"tags":["a","2"]}"#),
      (["tags=[\"a\",\"b\"]"], #"{"tags":["a","b"]}"#),
      (["sizes=1", "sizes=2"], #"{"sizes":[1,2]}"#),
      (["place.latitude=52.5", "place.name=Berlin"], #"{"place":{"latitude":52.5,"name":"Berlin"}}"#),
      (["place={\"name\":\"x\"}"], #"{"place":{"name":"x"}}"#),
      (["maybe=null"], #"{"maybe":null}"#),
      (["maybe=4"], #"{"maybe":4}"#),
      (["either=x"], #"{"either":"x"}"#),
      (["either=4"], #"{"either":4}"#),
      (["unit=1"], #"{"unit":"1"}"#),
      (["any=x"], #"{"any":"x"}"#),
      (["any={\"x\":1}"], #"{"any":{"x":1}}"#),
      (["a.b=1"], #"{"a.b":1}"#),
      (["choice=true"], #"{"choice":true}"#),
      (["loop=x"], #"{"loop":"x"}"#),
      (["place.extra.deep=1"], #"{"place":{"extra":{"deep":1}}}"#),
    ])
  func values(pairs: [String], expected: String) throws { #expect(try build(pairs) == expected) }

  @Test(
    "what does not fit is said with an example",
    arguments: [
      (["days=x"], "--arg days=x: the skill wants integer here; hint: write --arg days=3"),
      (["deep=1"], "--arg deep=1: the skill wants boolean here; hint: write --arg deep=true"),
      (["sizes=x"], "--arg sizes=x: the skill wants integer here; hint: write --arg sizes=3"),
      (["place=x"], "--arg place=x: the skill wants object here; hint: write --arg 'place={\"a\":1}'"),
      (["choice=x"], "--arg choice=x: the skill wants boolean or integer here; hint: write --arg choice=3"),
      (["citty=x"], "--arg citty=x: the skill has no argument 'citty'; hint: did you mean 'city'?"),
      (["city=a", "city=b"], "--arg city=b sets a value again; hint: set each value once"),
      (["city=a", "city.x=b"], "--arg city.x=b sets a value again; hint: set each value once"),
      (["city"], "--arg city is not NAME=VALUE; hint: write --arg city=Berlin"),
      (["=x"], "--arg =x is not NAME=VALUE; hint: write --arg city=Berlin"),
    ])
  func problems(pairs: [String], expected: String) {
    let error = #expect(throws: SkillError.self) { _ = try build(pairs) }
    #expect(error?.description == "error[bad_argument]: \(expected)")
  }

  @Test("a path without end is refused")
  func deep() {
    let error = #expect(throws: SkillError.self) {
      _ = try build(["any" + String(repeating: ".a", count: 100) + "=1"])
    }
    #expect(error?.code == .badArgument)
  }
}

@Suite("Durations")
struct DurationTextTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("5s", .seconds(5)), ("1.5s", .milliseconds(1_500)), ("2m", .seconds(120)),
    ("1h", .seconds(3_600)),
  ])
  func good(text: String, expected: Duration) throws { #expect(try DurationText.parse(text) == expected) }

  @Test(arguments: [
    "", "5", "s", "5x", "-5s", "1e3s", ".5s", "5.s", "1.2.3s", "0s", "0.0001ms", "99999999999999999999h", "５s", "5 s",
    "nan s", "infs",
  ])
  func bad(text: String) { #expect(throws: ValueProblem.self) { try DurationText.parse(text) } }

  @Test(arguments: [
    (0, "0 µs"), (999, "999 µs"), (1_000, "1.00 ms"), (9_994, "9.99 ms"), (350_000, "350 ms"), (1_240_000, "1.24 s"),
    (185_000_000, "3 min 5 s"), (-4, "0 µs"),
  ])
  func shown(microseconds: Int64, expected: String) {
    #expect(DurationText.text(microseconds: microseconds) == expected)
  }
}
