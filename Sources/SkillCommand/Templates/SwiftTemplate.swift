/// A skill in Swift: one source file and a Makefile that builds it with the kit's sources.
enum SwiftTemplate {
  static func files(_ names: SkillNames, kit: Installation.Kit) -> [TemplateFile] {
    [
      TemplateFile("\(names.identifier).json", ManifestTemplate.text(names)),
      TemplateFile("\(names.module).swift", names.fill(source)),
      TemplateFile(
        "Makefile",
        names.fill(makefile).replacing("@KIT@", with: kit.sources)
          .replacing("@EXPORTS@", with: "\(kit.root)/Plugins/exports.map")),
    ]
  }

  private static let makefile = #"""
    # make          compiles the library, with the kit the first time
    # make install  signs it with this home's own key and puts it where skillhost finds it
    KIT ?= @KIT@
    EXPORTS ?= @EXPORTS@
    SWIFTC ?= swiftc

    FLAGS = -O -swift-version 6 -parse-as-library -I build -I $(KIT)/CSkillABI/include
    KIT_FLAGS = $(FLAGS) -wmo -package-name skillkit -enable-upcoming-feature ExistentialAny \
      -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature NonisolatedNonsendingByDefault

    @LIBRARY@: @MODULE@.swift build/SkillPluginKit.o
    	$(SWIFTC) $(FLAGS) -module-name @MODULE@ -emit-library -o $@ @MODULE@.swift build/*.o \
    	  -Xlinker --version-script=$(EXPORTS)

    build/SkillPluginKit.o: build/SkillJSON.o
    build/%.o:
    	@mkdir -p build
    	$(SWIFTC) $(KIT_FLAGS) -module-name $* -emit-module -emit-module-path build/$*.swiftmodule \
    	  -emit-object -o $@ $$(find $(KIT)/$* -name '*.swift')

    install: @LIBRARY@
    	skillhost sign @IDENTIFIER@.json --library @LIBRARY@

    clean:
    	rm -rf build @LIBRARY@

    .PHONY: install clean

    """#

  private static let source = #"""
    import SkillPluginKit

    /// Greets a person by name.
    struct Greet: StatelessSkill, MatchingSkill {
      static let identifier = "@IDENTIFIER@"
      static let maxParallel = 0  // nothing is shared between calls, so any number may run at once

      struct Input: Decodable {
        var name: String
      }

      struct Output: Encodable {
        var greeting: String
      }

      /// Serves a call. The host has checked the arguments against the manifest's inputSchema.
      func execute(_ input: Input, context: SkillContext) throws -> Output {
        let isChinese = context.locale?.hasPrefix("zh") == true
        return Output(greeting: isChinese ? "\(input.name)，你好！" : "Hello, \(input.name)!")
      }

      /// Says whether a sentence is for this skill: "greet Ada", "say hello to Grace", "向小明问好".
      func match(_ intent: Intent) -> Match? {
        let text = intent.text
        for (before, after) in [("greet ", ""), ("say hello to ", ""), ("向", "问好")] {
          guard text.lowercased().hasPrefix(before), text.hasSuffix(after) else { continue }
          let name = String(text.dropFirst(before.count).dropLast(after.count))
          if !name.isEmpty { return Match(confidence: 0.9, arguments: ["name": .string(name)]) }
        }
        return nil
      }

      static let matchIsPure = true
    }

    @c(skill_entry_v1) public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
      exportSkills(minor, identifier, Greet.self)
    }

    """#
}
