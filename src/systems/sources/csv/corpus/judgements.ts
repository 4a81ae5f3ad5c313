// Writes the table of the guesses into docs/integrate/spreadsheet.md: node src/systems/sources/csv/corpus/judgements.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { guessMapping } from '../guess.ts'
import { columnsOf, sourceOf } from '../mapping.ts'
import { type CorpusFile, corpus } from './expected.ts'

/** `doubt`: the page asks, or has nothing and says so. `wrong`: a column that the field does not have, without a question. */
type Verdict = 'right' | 'doubt' | 'wrong'

export interface Judgement {
  file: string
  field: string
  verdict: Verdict
}

export const guessCorpus = async (): Promise<Judgement[]> => (await Promise.all(corpus.map(judge))).flat()

/** Judges each field that the guess or the right answer has. */
async function judge({ file, expected, doubtful = [], language, country, timeZone, today }: CorpusFile) {
  const bytes = readFileSync(new URL(file, import.meta.url))
  const entity = { language: language.includes('-') ? language : `${language}-${country}`, time_zone: timeZone }
  const { mapping, uncertain } = await guessMapping(bytes, entity, Temporal.PlainDate.from(today))
  const fields = new Set([...Object.keys(expected), ...Object.keys(mapping.fields)])
  return [...fields].map((field): Judgement => {
    const guessed = columnsOf(sourceOf(mapping.fields[field] ?? {})).join('\n')
    const [first] = expected[field] ?? []
    const answers = (Array.isArray(first) ? expected[field] : [expected[field] ?? []]) as string[][]
    const isRight = answers.some((answer) => answer.join('\n') === guessed)
    const isAsked = uncertain.some((doubt) => doubt.field === field)
    if (isAsked) return { file, field, verdict: doubtful.includes(field) ? 'right' : 'doubt' }
    return { file, field, verdict: isRight ? 'right' : guessed === '' ? 'doubt' : 'wrong' }
  })
}

/** The verdicts by field, as a table of Markdown. */
export function judgements(judged: Judgement[]): string {
  const count = (of: Judgement[], verdict: Verdict) => of.filter((one) => one.verdict === verdict).length
  const row = (name: string, of: Judgement[]) =>
    `| ${name} | ${(['right', 'doubt', 'wrong'] as const).map((verdict) => count(of, verdict)).join(' | ')} |`
  const byField = Object.entries(Object.groupBy(judged, ({ field }) => field)).sort()
  return [
    '| field | right | doubt | wrong |',
    '|---|---|---|---|',
    ...byField.map(([field, of]) => row(`\`${field}\``, of!)),
    row('all', judged),
  ].join('\n')
}

const [begin, end] = ['<!-- corpus -->', '<!-- /corpus -->']

/** The text with the table between its markers. */
export const withTable = (text: string, table: string): string =>
  `${text.split(begin)[0]}${begin}\n\n${table}\n\n${end}${text.split(end)[1]}`

if (import.meta.main) {
  const document = new URL('../../../../../docs/integrate/spreadsheet.md', import.meta.url)
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), judgements(await guessCorpus())))
}
