import type { Plugin } from '../../../visits/plugins/plugin.ts'
import { plugins } from '../../../visits/plugins/registry.ts'
import type { ChosenColumn } from './choose-columns.ts'
import { type Column, lineOf } from './column-scores.ts'
import { guessName } from './guess-name.ts'
import { guessBirthDate, guessTimes } from './guess-times.ts'
import { type ChosenColumns, columnDoubts, type Doubt, doubtReasons, type Habits, type Part } from './guessed-part.ts'
import type { Meaning } from './header-words.ts'
import { fieldsOf, type Mapping, needsTime } from './mapping.ts'

/** Returns the plugin whose own required field has a column; otherwise, the first one. */
export function guessPlugin(columns: ChosenColumns): Plugin {
  const requires = (plugin: Plugin, name: string) => fieldsOf(plugin).get(name)?.isRequired ?? false
  const own = (plugin: Plugin) =>
    [...columns.keys()].some(
      (name) => requires(plugin, name) && !requires(plugins[0]!, name) && name !== 'params.doctor',
    )
  return plugins.find(own) ?? plugins[0]!
}

/** Returns the fields of a mapping, and those that a person must check. */
export function guessFields(
  columns: ChosenColumns,
  plugin: Plugin,
  habits: Habits,
): { fields: Mapping['fields']; uncertain: Doubt[] } {
  const known = fieldsOf(plugin)
  const parts: [field: string, part: Part][] = [
    ...[...columns].flatMap(([meaning, chosen]): [string, Part][] =>
      known.has(meaning) && meaning !== 'contact.name' && meaning !== 'contact.birth_date'
        ? [[meaning, { source: chosen.column.name, doubts: allDoubts(meaning, chosen, habits) }]]
        : [],
    ),
    ...guessName(columns),
    ['contact.birth_date', guessBirthDate(columns, habits)],
    ...guessTimes(columns, habits, needsTime('params.when', plugin)),
  ]
  const found = parts.filter(([field, { source }]) => known.has(field) && source !== undefined)
  return {
    fields: Object.fromEntries(found.map(([field, { source }]) => [field, source!])),
    uncertain: parts.flatMap(([field, { doubts }]) =>
      known.has(field) ? doubts.map((doubt) => ({ field, ...doubt })) : [],
    ),
  }
}

/** A doubt about the values of a column says more than the one about its name. */
function allDoubts(meaning: Meaning, chosen: ChosenColumn, habits: Habits): Part['doubts'] {
  const ofValues = valueDoubts(meaning, chosen.column, habits)
  return [...columnDoubts({ ...chosen, isWeak: chosen.isWeak && ofValues.length === 0 }), ...ofValues]
}

/** The doubts about the values of a column. */
function valueDoubts(meaning: Meaning, { values: all }: Column, { country }: Habits): Part['doubts'] {
  const values = all.filter((value) => value !== '')
  const kinds = meaning === 'mobile' ? values.map((value) => lineOf(value, country)) : []
  const isNational = values.some((value) => !/^(?:\+|00)/.test(value))
  const found: [boolean, string][] = [
    [
      meaning.endsWith('external_id') && values.some((value) => /^\d[.,]?\d*E\+\d+$/i.test(value)),
      doubtReasons.shortened,
    ],
    [meaning === 'external_id' && new Set(values).size < values.length, doubtReasons.repeated],
    [
      meaning === 'external_id' && values.length > 2 && values.every((value, index) => value === `${index + 1}`),
      doubtReasons.counted,
    ],
    [kinds.filter((kind) => kind === 'landline').length * 4 > kinds.length, doubtReasons.landlines],
    [(meaning === 'mobile' || meaning === 'whatsapp') && isNational && country === undefined, doubtReasons.noCountry],
  ]
  return found.flatMap(([isDoubtful, reason]) => (isDoubtful ? [{ reason }] : []))
}
