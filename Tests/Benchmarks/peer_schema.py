"""jsonschema-rs under the same harness: reads orders from standard input, answers with nanoseconds an operation.

Orders are lines of JSON. The first names the schemas and instances; each further one asks for a number of samples of a
number of operations each, and is answered with a list.
"""

import gc
import json
import sys
import time
from importlib.metadata import version
from itertools import repeat

import jsonschema_rs


def compile_schema(schema):
    # What `format` names is checked, as it is on the other side.
    return jsonschema_rs.validator_for(schema, validate_formats=True)


def main():
    order = json.loads(sys.stdin.readline())
    schema, text = order["schema"], order["instance"]
    instance = json.loads(text)
    validator = compile_schema(schema)
    is_valid = validator.is_valid
    tools = [(compile_schema(tool["schema"]).is_valid, tool["arguments"]) for tool in order["tools"]]
    schemas = [tool["schema"] for tool in order["tools"]]
    loads = json.loads
    if not is_valid(instance) or not all(check(arguments) for check, arguments in tools):
        sys.exit("jsonschema-rs refuses an instance that ought to be valid")

    def parsed(times):
        for _ in times:
            is_valid(instance)

    def from_text(times):
        for _ in times:
            is_valid(loads(text))

    def all_tools(times):
        for _ in times:
            for check, arguments in tools:
                check(arguments)

    def compiling(times):
        for _ in times:
            compile_schema(schema)

    def compiling_all(times):
        for _ in times:
            for one in schemas:
                compile_schema(one)

    works = {
        "parsed": parsed,
        "text": from_text,
        "tools": all_tools,
        "compile": compiling,
        "compile tools": compiling_all,
    }
    # As timeit does.
    gc.disable()
    clock = time.perf_counter_ns
    print(json.dumps({"version": version("jsonschema-rs"), "python": sys.version.split()[0]}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        work, batch = works[order["work"]], order["batch"]
        answer = []
        for _ in repeat(None, order["samples"]):
            times = repeat(None, batch)
            start = clock()
            work(times)
            answer.append((clock() - start) / batch)
        print(json.dumps(answer), flush=True)


main()
