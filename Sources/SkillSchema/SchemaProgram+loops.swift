import SkillJSON

extension SchemaProgram {
  /// Refuses schemas that lead back to themselves without going into the value: a check would never end.
  ///
  /// What a dynamic reference leads to is known only during a check, which has a limit of its own.
  func refuseLoops() throws(SchemaFailure) {
    enum Colour { case new, open, done }
    var colours = [Colour](repeating: .new, count: blocks.count)
    for start in blocks.indices where colours[start] == .new {
      var path = [(block: start, targets: targets(of: start)[...])]
      colours[start] = .open
      while let (block, targets) = path.last {
        guard let target = targets.first else {
          colours[block] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].targets = targets.dropFirst()
        switch colours[target] {
        case .open:
          throw SchemaFailure(schemas[target], "its references lead back to itself without going into the value")
        case .done: break
        case .new:
          colours[target] = .open
          path.append((target, self.targets(of: target)[...]))
        }
      }
    }
  }

  /// The blocks that are applied to the same value as this one.
  private func targets(of block: Int) -> [Int] {
    instructions[blocks[block].first..<blocks[block].end].flatMap { instruction -> [Int] in
      switch instruction {
      case .reference(let block), .not(let block): [block]
      case .all(let list), .any(let list), .one(let list): tables.lists[list]
      case .dependentSchemas(let number): tables.schemaDependencies[number].map(\.block)
      case .conditional(let number):
        [
          tables.conditionals[number].condition, tables.conditionals[number].then,
          tables.conditionals[number].otherwise,
        ]
        .compactMap(\.self)
      default: []
      }
    }
  }
}
