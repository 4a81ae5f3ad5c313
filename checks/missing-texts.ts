// Lists the texts that a language lacks, and French texts with a wrong space: node checks/missing-texts.ts
// Missing texts are in English until somebody translates them.
import { readdirSync } from 'node:fs'
import { isGroup, type Texts } from '../src/platform/languages/completed.ts'
import { languages } from '../src/platform/languages/languages.ts'
import { readCatalogue, wordsOf } from '../src/platform/languages/words.ts'
import { plugins } from '../src/visits/plugins/registry.ts'

const missing = (texts: Texts | undefined, english: Texts, place: string): string[] => {
  if (!isGroup(english)) return texts === undefined ? [place] : []
  return Object.entries(english).flatMap(([key, text]) =>
    missing(isGroup(texts) ? texts[key] : undefined, text, `${place}/${key}`),
  )
}

/** A line must not begin with these marks: French has a no-break space (U+00A0) beside them. A text message keeps the plain space,
 *  because U+00A0 is not in the GSM alphabet, and would halve what fits into a segment. */
const breaking = (texts: Texts, place: string): string[] =>
  isGroup(texts)
    ? Object.entries(texts).flatMap(([key, text]) => breaking(text, `${place}/${key}`))
    : [texts].flat().some((text) => / [:;?!»]|« /.test(text))
      ? [place]
      : []

const isListed = process.argv.includes('--list')
const [english, ...others] = languages
const parts = readdirSync(new URL(`../src/platform/languages/${english}`, import.meta.url)).map((file) =>
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
for (const part of parts.filter((one) => one !== 'messages')) {
  for (const place of breaking(readCatalogue(part, 'fr') ?? {}, part)) {
    console.log(`fr: ${place} has a plain space before : ; ? ! » or after «. Use U+00A0.`)
    process.exitCode = 1
  }
}
for (const { category, target } of plugins) {
  if (`${category}/${target}` in wordsOf('plugins', english!)) continue
  console.log(`${english}/plugins.json: ${category}/${target} has the texts of any visit.`)
}
