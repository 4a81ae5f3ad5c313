// The pages share these languages and the plugins' texts with the service.
export { type Language, languages, pickLocale, type SupportedLocale } from '../src/languages/languages.ts'
export type { PluginWords } from '../src/plugins/plugin-words.ts'
export { pluginWords } from '../src/plugins/words.ts'
export { memoize } from '../src/scheduling/memoize.ts'
export { plainText, searchedWords, searchText } from '../src/visits/search-text.ts'
