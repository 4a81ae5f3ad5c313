import type { ComponentType } from 'preact'
import { loadAdminClinicsWords, loadAdminSystemsWords, loadConsoleWords } from '../../client/words.ts'
import { loadAdminAccessWords } from '../../client/words.ts'
import { lazily } from '../lazily.tsx'
import type { SectionProps } from './section.ts'
import { settingsSection } from './settings.ts'

/** The parts of the administration, by their names in the address. The first is the one that opens. */
export const sections = {
  clinic: lazily(async (language) => {
    const [page, words] = await Promise.all([import('./clinics/clinic-section.tsx'), loadAdminClinicsWords(language)])
    return [page.ClinicSection, words]
  }),
  history: lazily(async (language) => {
    const [page, words, list] = await Promise.all([
      import('./clinics/history-section.tsx'),
      loadAdminClinicsWords(language),
      loadConsoleWords(language),
    ])
    return [page.HistorySection, { ...list, ...words }]
  }),
  clinics: lazily(async (language) => {
    const [page, words, list] = await Promise.all([
      import('./clinics/clinics-section.tsx'),
      loadAdminClinicsWords(language),
      loadConsoleWords(language),
    ])
    return [page.ClinicsSection, { ...list, ...words }]
  }),
  reminders: settingsSection('reminders'),
  'quiet-hours': settingsSection('quiet-hours'),
  templates: settingsSection('templates'),
  sending: settingsSection('sending'),
  webhooks: lazily(async (language) => {
    const [page, words] = await Promise.all([
      import('./systems/webhooks/webhooks.tsx'),
      loadAdminSystemsWords(language),
    ])
    return [page.Webhooks, words]
  }),
  mappings: lazily(async (language) => {
    const [page, words] = await Promise.all([
      import('./systems/mappings/mappings.tsx'),
      loadAdminSystemsWords(language),
    ])
    return [page.Mappings, words]
  }),
  'opt-outs': lazily(async (language) => {
    const [page, words] = await Promise.all([
      import('./systems/opt-outs/opt-outs.tsx'),
      loadAdminSystemsWords(language),
    ])
    return [page.OptOuts, words]
  devices: lazily<SectionProps>(async (language) => {
    const [{ Devices }, words] = await Promise.all([import('./access/devices.tsx'), loadAdminAccessWords(language)])
    return [Devices, words]
  }),
  'access-tokens': lazily<SectionProps>(async (language) => {
    const [{ AccessTokens }, words] = await Promise.all([
      import('./access/access-tokens.tsx'),
      loadAdminAccessWords(language),
    ])
    return [AccessTokens, words]
  }),
  people: lazily<SectionProps>(async (language) => {
    const [{ People }, words] = await Promise.all([import('./access/people.tsx'), loadAdminAccessWords(language)])
    return [People, words]
  }),
  sessions: lazily<SectionProps>(async (language) => {
    const [{ Sessions }, words] = await Promise.all([import('./access/sessions.tsx'), loadAdminAccessWords(language)])
    return [Sessions, words]
  }),
} satisfies Record<string, ComponentType<SectionProps>>

export type SectionName = keyof typeof sections

/** The groups of the navigation. */
export const sectionGroups = {
  clinic: ['clinic', 'opt-outs', 'history'],
  messages: ['reminders', 'quiet-hours', 'templates', 'sending'],
  systems: ['webhooks', 'mappings'],
  service: ['clinics'],
  clinic: ['devices'],
  messages: ['reminders', 'quiet-hours', 'templates', 'sending'],
  service: ['access-tokens', 'people', 'sessions'],
} as const satisfies Record<string, readonly SectionName[]>
