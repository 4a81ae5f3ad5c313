import { QuietHoursSection } from './quiet-hours-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { TemplatesSection } from './templates/section.tsx'

/** The parts of the settings, by their names in the address. */
export const sections = {
  reminders: RemindersSection,
  'quiet-hours': QuietHoursSection,
  templates: TemplatesSection,
  sending: SendingSection,
  retention: RetentionSection,
} as const

export type SectionName = keyof typeof sections
