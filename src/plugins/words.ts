import { words as appointment } from './medical-appointment/words.ts'
import { words as exam } from './medical-exam/words.ts'
import type { PluginWords } from './plugin-words.ts'

/** The words of all plugins, by category and target. Separate from the schemas: pages in a browser load only the words. */
export const pluginWords = {
  'medical/appointment': appointment,
  'medical/exam': exam,
} satisfies Record<string, PluginWords>
