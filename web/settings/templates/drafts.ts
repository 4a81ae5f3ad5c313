import type { Words } from './words.ts'

const drafts = new Map<string, Words>()

/** The words that somebody has typed and not saved, until the page closes, so that choosing another message loses none. */
export const unsaved = {
  of: (name: string) => drafts.get(name),
  set(name: string, words: Words | undefined) {
    if (words) drafts.set(name, words)
    else drafts.delete(name)
  },
}
