/// The manifest of a new skill that greets people, in whatever language it is written.
enum ManifestTemplate {
  static func text(_ names: SkillNames) -> String { names.fill(source) }

  private static let source = #"""
    {
      "manifestVersion": 1,
      "identifier": "@IDENTIFIER@",
      "displayName": "@DISPLAY@",
      "version": "0.1.0",
      "publisher": "@PUBLISHER@",
      "description": "Greets a person by name. Use it when somebody asks to greet or say hello to a person. Not for writing letters or longer messages.",
      "examples": ["greet Ada", "say hello to Grace", "向小明问好"],
      "inputSchema": {
        "type": "object",
        "properties": {
          "name": {"type": "string", "description": "Who is greeted", "minLength": 1, "maxLength": 200}
        },
        "required": ["name"],
        "additionalProperties": false
      },
      "outputSchema": {
        "type": "object",
        "properties": {
          "greeting": {"type": "string", "description": "The greeting, ready to be shown"}
        },
        "required": ["greeting"],
        "additionalProperties": false
      },
      "permissions": {"network": [], "directories": [], "environment": []},
      "limits": {"timeoutMs": 5000, "memoryMB": 128, "outputBytes": 65536},
      "annotations": {"readOnly": true, "destructive": false, "idempotent": true, "openWorld": false}
    }

    """#
}
