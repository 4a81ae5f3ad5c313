import type { ComponentType } from 'preact'
import {
  type Language,
  loadAdminAccessWords,
  loadAdminChannelsWords,
  loadAdminClinicsWords,
  loadAdminSystemsWords,
  loadConsoleWords,
  loadTemplateWords,
  type PageWords,
} from '../../client/words.ts'
import { lazily } from '../shared/loading/lazily.tsx'
import type { SectionProps } from './section.ts'
import { settingsSection } from './settings.ts'

type LoadWords = (language: Language) => Promise<Partial<PageWords>>

/** Returns a section that loads with its texts when it is first shown. */
const section = (load: () => Promise<ComponentType<SectionProps>>, ...words: LoadWords[]) =>
  lazily<SectionProps>(async (language) => {
    const [Page, ...texts] = await Promise.all([load(), ...words.map((one) => one(language))])
    return [Page, Object.assign({}, ...texts)]
  })

/** The parts of the administration, by their names in the address. The first is the one that opens. */
export const sections = {
  start: section(
    async () => (await import('./guide/guide.tsx')).Guide,
    ...[loadConsoleWords, loadTemplateWords, loadAdminAccessWords],
  ),
  clinic: section(async () => (await import('./clinics/clinic-section.tsx')).ClinicSection, loadAdminClinicsWords),
  devices: section(async () => (await import('./access/devices.tsx')).Devices, loadAdminAccessWords),
  'opt-outs': section(async () => (await import('./systems/opt-outs/opt-outs.tsx')).OptOuts, loadAdminSystemsWords),
  history: section(
    async () => (await import('./clinics/history-section.tsx')).HistorySection,
    ...[loadConsoleWords, loadAdminClinicsWords],
  ),
  reminders: settingsSection('reminders'),
  'quiet-hours': settingsSection('quiet-hours'),
  templates: settingsSection('templates'),
  sending: settingsSection('sending'),
  channels: section(
    async () => (await import('./channels/channels.tsx')).Channels,
    ...[loadConsoleWords, loadAdminChannelsWords],
  ),
  retention: settingsSection('retention'),
  webhooks: section(async () => (await import('./systems/webhooks/webhooks.tsx')).Webhooks, loadAdminSystemsWords),
  mappings: section(async () => (await import('./systems/mappings/mappings.tsx')).Mappings, loadAdminSystemsWords),
  clinics: section(
    async () => (await import('./clinics/clinics-section.tsx')).ClinicsSection,
    ...[loadConsoleWords, loadAdminClinicsWords],
  ),
  'access-tokens': section(async () => (await import('./access/access-tokens.tsx')).AccessTokens, loadAdminAccessWords),
  people: section(async () => (await import('./access/people.tsx')).People, loadAdminAccessWords),
  sessions: section(async () => (await import('./access/sessions.tsx')).Sessions, loadAdminAccessWords),
} satisfies Record<string, ComponentType<SectionProps>>

export type SectionName = keyof typeof sections

/** The groups of the navigation. */
export const sectionGroups = {
  clinic: ['start', 'clinic', 'devices', 'opt-outs', 'retention', 'history'],
  messages: ['reminders', 'quiet-hours', 'templates', 'sending'],
  systems: ['access-tokens', 'webhooks', 'mappings'],
  service: ['clinics', 'channels', 'people', 'sessions'],
} as const satisfies Record<string, readonly SectionName[]>
