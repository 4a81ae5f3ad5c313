import { words as appointment } from './medical-appointment/words.ts'
import { words as exam } from './medical-exam/words.ts'
import { words as vaccination } from './medical-vaccination/words.ts'
import type { PluginWords } from './plugin-words.ts'

/** The words of all plugins, by category and target. Browsers load them without the schemas. */
export const pluginWords = {
  'medical/appointment': appointment,
  'medical/exam': exam,
  'medical/vaccination': vaccination,
} satisfies Record<string, PluginWords>
