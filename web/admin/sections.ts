import type { ComponentType } from 'preact'
import { loadAdminClinicsWords } from '../../client/words.ts'
import { lazily } from '../lazily.tsx'
import type { SectionProps } from './section.ts'
import { settingsSection } from './settings.ts'

/** The parts of the administration, by their names in the address. The first is the one that opens. */
export const sections = {
  clinic: lazily(async (language) => {
    const [page, words] = await Promise.all([import('./clinics/clinic-section.tsx'), loadAdminClinicsWords(language)])
    return [page.ClinicSection, words]
  }),
  reminders: settingsSection('reminders'),
  'quiet-hours': settingsSection('quiet-hours'),
  templates: settingsSection('templates'),
  sending: settingsSection('sending'),
} satisfies Record<string, ComponentType<SectionProps>>

export type SectionName = keyof typeof sections

/** The groups of the navigation. */
export const sectionGroups = {
  clinic: ['clinic'],
  messages: ['reminders', 'quiet-hours', 'templates', 'sending'],
} as const satisfies Record<string, readonly SectionName[]>
