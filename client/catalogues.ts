// The build of the pages reads the catalogues.
export type { Texts } from '../src/platform/languages/completed.ts'
export { wordsOf } from '../src/platform/languages/words.ts'
