"""Writes texts to begin with: the manifests of the samples, and small ones. usage: seeds.py json|schema FOLDER"""

import json
import pathlib
import sys

target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).resolve().parents[2]
manifests = [path.read_text() for path in sorted((root / "skill-manifests").glob("*.json"))]

if target == "json":
    seeds = ['{"a":[1,-2.5e3,"\\u0041\\ud83d\\ude00",true,null]}', '"\\n"', "[[[]]]", "1e400", *manifests]
else:
    seeds = [
        '{"type":"integer","minimum":1,"multipleOf":0.5}\0003',
        '{"properties":{"a":{"pattern":"^(a|b)*$"}},"required":["a"],"additionalProperties":false}\0{"b":1}',
        '{"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a","unevaluatedItems":false}\0[[[]]]',
        '{"anyOf":[{"const":{"a":1}},{"enum":[1,"a"]}],"not":{"type":"string"}}\0"a"',
        '{"format":"date-time"}\0"2026-02-29T25:00:00Z"',
        '{"if":{"minProperties":1},"then":{"propertyNames":{"maxLength":1}},"dependentRequired":{"a":["b"]}}\0{"aa":1}',
        '{"contains":{"type":"string"},"minContains":2,"prefixItems":[true,false],"uniqueItems":true}\0["a",1]',
        '{"$id":"http://a/b","$dynamicAnchor":"x","allOf":[{"$dynamicRef":"#x"},true]}\0{}',
    ]
    for text in manifests:
        manifest = json.loads(text)
        seeds.append(json.dumps(manifest["inputSchema"]) + "\0{}")
        if "outputSchema" in manifest:
            seeds.append(json.dumps(manifest["outputSchema"]) + '\0{"warnings":[1]}')
for number, seed in enumerate(seeds):
    (folder / f"seed-{number}").write_text(seed)
