// The build of the pages reads the catalogues.
export type { Texts } from '../src/languages/completed.ts'
export { wordsOf } from '../src/languages/words.ts'
