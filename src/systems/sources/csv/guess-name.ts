import type { ChosenColumn } from './choose-columns.ts'
import { type ChosenColumns, columnDoubts, type Part, pairDoubts } from './guessed-part.ts'
import { any, wordsOfHeader } from './header-text.ts'

/** Returns the source of the name, and its order if the name of the column says that the family name comes first. */
export function guessName(columns: ChosenColumns): [field: string, part: Part][] {
  const name = nameOf(columns)
  const isFamilyFirst = typeof name.source === 'string' && namesFamilyFirst(wordsOfHeader(name.source))
  const order: Part = { source: { constant: 'family-first' }, doubts: [] }
  return [['contact.name', name], ...(isFamilyFirst ? [['contact.name_order', order] as [string, Part]] : [])]
}

const family = new RegExp(
  any`^(?:apellidos?|apelidos?|sobrenomes?|nachnamen?|familiennamen?|zunamen?|last|surnames?|family|cognomi?|nom|اللقب)$`,
)
const given = new RegExp(any`^(?:nombres?|nomes?|nome|vornamen?|prenoms?|first|given|forenames?|الاسم)$`)

/** Whether a column's name has a word for the family name before one for the first name: Apellido y Nombre. */
function namesFamilyFirst(header: string): boolean {
  // "Name, Vorname", and "Último nome, primeiro nome".
  const words = header
    .replace(/^name vorname/, 'nachname vorname')
    .replace('ultimo nome', 'sobrenome')
    .split(' ')
  const [one, other] = [family, given].map((some) => words.findIndex((word) => some.test(word)))
  return one !== -1 && one! < other!
}

function nameOf(columns: ChosenColumns): Part {
  const [first, last, whole] = (['contact.first_name', 'contact.last_name', 'contact.name'] as const).map((meaning) =>
    columns.get(meaning),
  )
  const second = columns.get('contact.second_last_name')?.column.name
  const joined = (one: ChosenColumn, other: ChosenColumn): Part => ({
    source: { columns: [one.column.name, other.column.name, ...(second === undefined ? [] : [second])], join: ' ' },
    doubts: pairDoubts(one, other),
  })
  const alone = (chosen: ChosenColumn): Part => ({ source: chosen.column.name, doubts: columnDoubts(chosen) })
  if (whole && !isPartOf(whole, first ?? last)) return alone(whole)
  if (first && last) return joined(first, last)
  // "Name" beside "Vorname" is the family name; "Nome" beside "Apelido" is the first one.
  if (first && whole) return joined(first, whole)
  if (last && whole) return joined(whole, last)
  const only = first ?? last ?? whole
  return only ? alone(only) : { doubts: [] }
}

/** Whether a column has only a part of the name: most of its values do not contain the name in the other column. */
function isPartOf({ column }: ChosenColumn, other: ChosenColumn | undefined): boolean {
  if (!other) return false
  const pairs = column.values
    .map((value, index) => [value, other.column.values[index]!])
    .filter(([, one]) => one !== '')
  const contained = pairs.filter(([value, one]) => value!.toLowerCase().includes(one!.toLowerCase()))
  return contained.length * 2 < pairs.length
}
