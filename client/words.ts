// What the pages share with the service: the languages, and the words of the plugins.
export { type Language, languages, pickTongue, type Tongue } from '../src/languages.ts'
export { memoize } from '../src/memoize.ts'
export type { PluginWords } from '../src/plugins/plugin-words.ts'
export { pluginWords } from '../src/plugins/words.ts'
