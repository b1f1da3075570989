import SkillPluginKit

@c(skill_entry_v1)
public func skillEntry(_ minor: UInt32, _ identifier: skill_text) -> SkillDescriptor? {
  exportSkills(minor, identifier, EventsSkill.self, CreateEventSkill.self, FreeSlotsSkill.self)
}
