import { scheduler } from 'node:timers/promises'
import type { Entity } from '../../../entities/entity.ts'
import { countryOf } from '../../../entities/telephone-country.ts'
import { isDate } from './cell-kinds.ts'
import { textOfCell } from './cells.ts'
import { decode } from './charset.ts'
import { chooseColumns } from './choose-columns.ts'
import { type Column, candidatesOf } from './column-scores.ts'
import { guessCharset } from './guess-charset.ts'
import { guessDateFormat } from './guess-date.ts'
import { guessFields, guessPlugin } from './guess-fields.ts'
import { guessLayout } from './guess-layout.ts'
import { type ChosenColumns, doubtReasons } from './guessed-part.ts'
import { wordsOfHeader } from './header-text.ts'
import { columnsOf, fieldsOf, type Mapping, maxColumnName, sourceOf } from './mapping.ts'
import { type MappingGuess, maxGuessedBytes, maxShownRows } from './mapping-guess.ts'
import { once } from './once.ts'
import { mappedTargets } from './targets.ts'
import { parseSide } from './time-range.ts'

/** In characters. A longer cell says nothing about the meaning of its column. */
const maxExample = 320
const maxRows = 200

/** Guesses the mapping of a file from its beginning.
 *  @param today the clinic's day: visits lie ahead */
export async function guessMapping(
  file: Buffer,
  entity: Pick<Entity, 'country' | 'language' | 'time_zone'>,
  today: Temporal.PlainDate,
): Promise<MappingGuess> {
  const { language } = entity
  const start = file.subarray(0, maxGuessedBytes)
  const isCut = start.length < file.length
  const charset = guessCharset(start, isCut)
  const text = (await Array.fromAsync(decode(once(start), charset))).join('')
  const { names, rows, ...layout } = await guessLayout(text, isCut)
  const columns = names.map((name, index) => ({
    name,
    values: rows.slice(0, maxRows).map((cells) => textOfCell(cells[index]?.slice(0, maxExample) ?? '')),
  }))
  const country = countryOf(entity)
  const dayOf = daysOf(language, `${today}`)
  for (const { values } of columns.slice(0, maxColumns)) {
    // A column of dates takes up to 30 ms; the forms that it fits are cached.
    if (values.some(isDate)) guessDateFormat(values, language)
    await scheduler.yield()
  }
  const chosen = chooseColumns(candidatesOf(namedOnce(columns), { country, dayOf }), columns)
  const plugin = guessPlugin(chosen)
  const isPast = (values: string[]) => dayOf(values).filter((day) => day === 'past').length * 2 > values.length
  const { fields, uncertain } = guessFields(chosen, plugin, {
    language,
    country,
    isPast,
    isOtherZone: namesOtherZone(columns, chosen, entity.time_zone),
  })
  const { category, target } = plugin
  const mapping: Mapping = { category, target, charset, ...layout, ...(country !== undefined && { country }), fields }
  return {
    mapping,
    columns: columns.map(({ name, values }) => {
      const field = Object.entries(fields).find(([, source]) => columnsOf(sourceOf(source)).includes(name))?.[0]
      const examples = [...new Set(values.filter((value) => value !== ''))].slice(0, 3)
      return { name, ...(field !== undefined && { field }), examples }
    }),
    rows: rows.slice(0, maxShownRows),
    missing: [...fieldsOf(plugin)].flatMap(([name, { isRequired }]) => (isRequired && !fields[name] ? [name] : [])),
    uncertain: layout.header === false ? [{ field: 'header', reason: doubtReasons.noHeader }, ...uncertain] : uncertain,
    targets: mappedTargets(),
  }
}

/** More columns are no list of appointments. */
const maxColumns = 500

/** The columns that a mapping can name. */
function namedOnce(columns: Column[]): Column[] {
  const counts = new Map<string, number>()
  for (const { name } of columns) counts.set(name, (counts.get(name) ?? 0) + 1)
  return columns
    .slice(0, maxColumns)
    .filter(({ name }) => name !== '' && name.length <= maxColumnName && counts.get(name) === 1)
}

/** Whether the names of the columns of the start, or a column of zones, name another zone than the clinic's. */
function namesOtherZone(columns: Column[], chosen: ChosenColumns, timeZone: string): boolean {
  const ofStart = (['date', 'time'] as const).map((meaning) => wordsOfHeader(chosen.get(meaning)?.column.name ?? ''))
  const isZone = ({ name }: Column) =>
    /(?:time ?zone|\btz|fuso(?: horario)?|zona horaria|zeitzone|fuseau(?: horaire)?)$/.test(wordsOfHeader(name))
  const others = columns
    .filter(isZone)
    .flatMap(({ values }) => values.filter((value) => value !== '' && value !== timeZone))
  return others.length > 0 || ofStart.some((words) => /\b(?:utc|gmt)\b/.test(words))
}

/** Returns a function that says of each date of a column whether its day is before, on or after today. */
const daysOf = (language: string, today: string) => (values: string[]) => {
  const format = guessDateFormat(values, language)?.format
  return values
    .filter((value) => value !== '')
    .map((value) => {
      const local = format === undefined ? undefined : parseSide(value, format, 'start')
      if (local === undefined || typeof local === 'string') return undefined
      const day = `${Temporal.PlainDate.from(local)}`
      return day < today ? 'past' : day > today ? 'ahead' : 'today'
    })
}
