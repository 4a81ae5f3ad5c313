import type { ComponentType } from 'preact'
import type { SectionProps } from './section.ts'
import { settingsSection } from './settings.ts'

/** The parts of the administration, by their names in the address. The first is the one that opens. */
export const sections = {
  reminders: settingsSection('reminders'),
  'quiet-hours': settingsSection('quiet-hours'),
  templates: settingsSection('templates'),
  sending: settingsSection('sending'),
} satisfies Record<string, ComponentType<SectionProps>>

export type SectionName = keyof typeof sections

/** The groups of the navigation. */
export const sectionGroups = {
  messages: ['reminders', 'quiet-hours', 'templates', 'sending'],
} as const satisfies Record<string, readonly SectionName[]>
