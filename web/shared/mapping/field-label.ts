import type { PageWords } from '../../../client/words.ts'
import { textOf } from '../language.tsx'

/** The name of a field for people. A newer service may have further fields. */
export const fieldLabel = (say: PageWords['upload'], name: string): string => textOf(say.fields, name) ?? name
