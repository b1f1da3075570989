/// Scripts that complete a command line, written from the description of the commands.
///
/// All three hold the same data: for each command path its subcommands, options and what its values are. Identifiers
/// of skills are asked from the program at the moment of completion.
package enum CompletionScript {
  package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  package static func render(_ shell: Shell, root: Command) -> String {
    switch shell {
    case .bash: bash(root)
    case .zsh: zsh(root)
    case .fish: fish(root)
    }
  }

  /// Every command that does not only group others, with its path below the program.
  static func leaves(_ command: Command, _ path: [String] = []) -> [(path: [String], command: Command)] {
    if command.subcommands.isEmpty { return [(path, command)] }
    return command.subcommands.flatMap { leaves($0, path + [$0.name]) }
  }

  /// Every command that groups others.
  static func groups(_ command: Command, _ path: [String] = []) -> [(path: [String], command: Command)] {
    guard !command.subcommands.isEmpty else { return [] }
    return [(path, command)] + command.subcommands.flatMap { groups($0, path + [$0.name]) }
  }

  /// What prints identifiers of skills, one a line.
  static func identifiers(_ root: Command) -> String { "\(root.name) list --names 2>/dev/null" }
}

// MARK: - bash

extension CompletionScript {
  private static func bash(_ root: Command) -> String {
    var cases = ""
    for (path, command) in groups(root) {
      let words = command.subcommands.map(\.name).joined(separator: " ")
      cases += "    '\(path.joined(separator: " "))') COMPREPLY=($(compgen -W '\(words) --help' -- \"$word\")) ;;\n"
    }
    for (path, command) in leaves(root) {
      let key = path.joined(separator: " ")
      for option in command.options where option.placeholder != nil {
        cases += "    '\(key):--\(option.name)') \(bash(option.completion, root)) ;;\n"
      }
      let options = (command.options.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
      let operand = bash(command.operands.first?.completion ?? .nothing, root)
      cases += "    '\(key)')\n"
      cases += "      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '\(options)' -- \"$word\"))\n"
      cases += "      else \(operand); fi ;;\n"
    }
    let names = groups(root).map { "'\($0.path.joined(separator: " "))'" }.joined(separator: "|")
    return """
      # bash completion for \(root.name); made by `\(root.name) completion bash`
      _\(root.name)() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path='' index
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "$path" in
            \(names)) path="${path:+$path }${COMP_WORDS[index]}" ;;
            *) break ;;
          esac
        done
        local key=$path
        [[ $previous == --* && $word != -* ]] && key="$path:$previous"
        case "$key" in
          *:*) _\(root.name)_complete "$key" || _\(root.name)_complete "$path" ;;
          *) _\(root.name)_complete "$path" ;;
        esac
      }
      _\(root.name)_complete() {
        case "$1" in
      \(cases)    *) return 1 ;;
        esac
      }
      complete -F _\(root.name) \(root.name)

      """
  }

  private static func bash(_ completion: Completion, _ root: Command) -> String {
    switch completion {
    case .nothing: "COMPREPLY=()"
    case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folders: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\"))"
    case .skills: "COMPREPLY=($(compgen -W \"$(\(identifiers(root)))\" -- \"$word\"))"
    case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
    }
  }
}

// MARK: - zsh

extension CompletionScript {
  private static func zsh(_ root: Command) -> String {
    var functions = ""
    for (path, command) in groups(root) {
      let name = function(root, path)
      functions += "\(name)() {\n  local -a commands=(\n"
      for sub in command.subcommands { functions += "    \(zshQuote("\(sub.name):\(sub.summary)"))\n" }
      functions += "  )\n  _arguments -C '--help[show help]' '1: :->command' '*:: :->rest' && return\n"
      functions += "  case $state in\n    command) _describe command commands ;;\n    rest)\n      case $words[1] in\n"
      for sub in command.subcommands {
        functions += "        \(sub.name)) \(function(root, path + [sub.name])) ;;\n"
      }
      functions += "      esac ;;\n  esac\n}\n"
    }
    for (path, command) in leaves(root) {
      functions += "\(function(root, path))() {\n  _arguments"
      for option in command.options {
        let star = option.repeats ? "*" : ""
        if let placeholder = option.placeholder {
          let action = zsh(option.completion, root)
          functions +=
            " \\\n    \(zshQuote("\(star)--\(option.name)=[\(bracketed(option.help))]:\(placeholder):\(action)"))"
        } else {
          functions += " \\\n    \(zshQuote("\(star)--\(option.name)[\(bracketed(option.help))]"))"
        }
      }
      functions += " \\\n    '--help[show help]'"
      for operand in command.operands {
        let place = operand.arity == .oneOrMore ? "*" : ""
        let optional = operand.arity == .optional ? ":" : ""
        functions += " \\\n    \(zshQuote("\(place):\(optional)\(operand.name):\(zsh(operand.completion, root))"))"
      }
      functions += "\n}\n"
    }
    return """
      #compdef \(root.name)
      # zsh completion for \(root.name); made by `\(root.name) completion zsh`
      \(functions)_\(root.name)_skills() { local -a found=(${(f)"$(\(identifiers(root)))"}); compadd -a found }
      if [ "$funcstack[1]" = "_\(root.name)" ]; then _\(root.name) "$@"; else compdef _\(root.name) \(root.name); fi

      """
  }

  private static func function(_ root: Command, _ path: [String]) -> String {
    "_" + ([root.name] + path).joined(separator: "_")
  }

  private static func zsh(_ completion: Completion, _ root: Command) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .skills: "_\(root.name)_skills"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func zshQuote(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

  private static func bracketed(_ text: String) -> String {
    text.replacing(":", with: "\\:").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }
}

// MARK: - fish

extension CompletionScript {
  private static func fish(_ root: Command) -> String {
    let name = root.name
    var lines = """
      # fish completion for \(name); made by `\(name) completion fish`
      function __\(name)_path
        set -l path
        for word in (commandline -opc)[2..]
          string match -q -- '-*' $word; or set path $path $word
        end
        echo "$path"
      end
      function __\(name)_exactly
        test (__\(name)_path) = "$argv[1]"
      end
      function __\(name)_within
        string match -q -- "$argv[1] *" (__\(name)_path)" "
      end
      complete -c \(name) -f
      complete -c \(name) -l help -d 'show this help'

      """
    for (path, command) in groups(root) {
      let here = "-n \(fishQuote("__\(name)_exactly '\(path.joined(separator: " "))'"))"
      for sub in command.subcommands {
        lines += "complete -c \(name) \(here) -a \(sub.name) -d \(fishQuote(sub.summary))\n"
      }
    }
    for (path, command) in leaves(root) {
      let here = "-n \(fishQuote("__\(name)_within '\(path.joined(separator: " "))'"))"
      for option in command.options {
        let value = option.placeholder == nil ? "" : fish(option.completion, root)
        lines += "complete -c \(name) \(here) -l \(option.name)\(value) -d \(fishQuote(option.help))\n"
      }
      if let operand = command.operands.first, operand.completion != .nothing {
        let words = fish(operand.completion, root).replacing(" -r", with: "").replacing(" -x", with: "")
        lines += "complete -c \(name) \(here)\(words)\n"
      }
    }
    return lines
  }

  private static func fish(_ completion: Completion, _ root: Command) -> String {
    switch completion {
    case .nothing: " -x"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .skills: " -x -a '(\(identifiers(root)))'"
    case .words(let words): " -x -a \(fishQuote(words.joined(separator: " ")))"
    }
  }

  private static func fishQuote(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
