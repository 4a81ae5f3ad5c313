// Lists the texts that a language lacks. They are in English until somebody translates them: node checks/missing-texts.ts
import { readdirSync } from 'node:fs'
import { isGroup, type Texts } from '../src/languages/completed.ts'
import { languages } from '../src/languages/languages.ts'
import { readCatalogue, wordsOf } from '../src/languages/words.ts'
import { plugins } from '../src/plugins/registry.ts'

const missing = (texts: Texts | undefined, english: Texts, place: string): string[] => {
  if (!isGroup(english)) return texts === undefined ? [place] : []
  return Object.entries(english).flatMap(([key, text]) =>
    missing(isGroup(texts) ? texts[key] : undefined, text, `${place}/${key}`),
  )
}

const isListed = process.argv.includes('--list')
const [english, ...others] = languages
const parts = readdirSync(new URL(`../src/languages/${english}`, import.meta.url)).map((file) =>
  file.replace('.json', ''),
)
for (const language of others) {
  for (const part of parts) {
    const places = missing(readCatalogue(part, language), readCatalogue(part, english!)!, part)
    if (places.length === 0) continue
    console.log(`${language}/${part}.json: ${places.length} texts are in English.`)
    if (isListed) console.log(places.map((place) => `  ${place}`).join('\n'))
  }
}
for (const { category, target } of plugins) {
  if (`${category}/${target}` in wordsOf('plugins', english!)) continue
  console.log(`${english}/plugins.json: ${category}/${target} has the texts of any visit.`)
}
