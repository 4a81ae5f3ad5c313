import { loadConsoleWords } from '../../client/words.ts'
import { lazily } from '../shared/loading/lazily.tsx'
import type { SectionName } from '../shared/settings/sections.ts'
import type { SectionProps } from './section.ts'

/** Returns a section of the settings, which the console has, too. */
export const settingsSection = (name: SectionName) =>
  lazily<SectionProps>(async (language) => {
    // The sections name channels and states as the console does.
    const [{ sections }, words] = await Promise.all([
      import('../shared/settings/sections.ts'),
      loadConsoleWords(language),
    ])
    return [sections[name], words]
  })
