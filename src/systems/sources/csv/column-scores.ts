import { type Line, readNumber } from '../../../platform/phone-numbers/read-number.ts'
import { isDate, isKey, isMail, isName, isPhone, isTime } from './cell-kinds.ts'
import { wordsOfHeader } from './header-text.ts'
import { headerScore, headerWords, type Meaning } from './header-words.ts'

/** A column of a file. Its values are in the order of the rows, and some are empty. */
export interface Column {
  /** At most `maxColumnName` characters. */
  name: string
  values: string[]
}

/** What the values of a column depend on. */
export interface FileContext {
  /** The country of numbers without a country's code. */
  country: string | undefined
  /** Returns the day of a date: before, on, or after today; undefined if it is not one. */
  dayOf(values: string[]): ('past' | 'today' | 'ahead' | undefined)[]
}

/** A column that may have the values of a field. A score of 60: its name is about the field, and its values are of the right kind. */
export interface Candidate {
  meaning: Meaning
  column: Column
  score: number
}

/** The least score of a candidate that is shown at all. */
const minScore = 0

/** Returns the candidates of each field, the best one first. */
export function candidatesOf(columns: Column[], context: FileContext): Candidate[] {
  return columns
    .flatMap((column) => {
      const words = wordsOfHeader(column.name)
      const values = column.values.filter((value) => value !== '')
      return (Object.keys(headerWords) as Meaning[]).flatMap((meaning) => {
        const ofName = headerScore(meaning, words)
        if (ofName === 0 ? !isProposedByValues(meaning, values) : ofName === impossible) return []
        const score = ofName + valueScores[meaning](values, context) - emptyShare(column) * 40
        return score >= minScore ? [{ meaning, column, score }] : []
      })
    })
    .toSorted((one, other) => other.score - one.score)
}

/** The fields that the values alone can propose. */
const kindsOfValues: Partial<Record<Meaning, (text: string) => boolean>> = {
  email: isMail,
  date: isDate,
  time: (text) => /^\d{1,2}[:h]\d{2}/i.test(text),
}

function isProposedByValues(meaning: Meaning, values: string[]): boolean {
  const test = kindsOfValues[meaning]
  return test !== undefined && values.length > 0 && share(values, test) > 0.5
}

const emptyShare = ({ values }: Column) => values.filter((value) => value === '').length / (values.length || 1)

/** Returns what a telephone number reaches; undefined if it is none. */
export function lineOf(text: string, country: string | undefined): Line | undefined {
  const read = readNumber(text, country)
  return 'line' in read ? read.line : undefined
}

const share = (values: string[], test: (text: string) => boolean) =>
  values.length === 0 ? 1 : values.filter(test).length / values.length

const distinct = (values: string[]) => (values.length === 0 ? 1 : new Set(values).size / values.length)

const impossible = Number.NEGATIVE_INFINITY

/** 30 if nearly all values are of a kind, 10 for most. Another kind excludes the column. */
const ofKind = (test: (text: string) => boolean) => (values: string[]) => {
  const fitting = share(values, test)
  return fitting >= 0.8 ? 30 : fitting > 0.5 ? 10 : impossible
}

const ofName = ofKind(isName)
const ofKey = ofKind(isKey)

const valueScores: Record<Meaning, (values: string[], context: FileContext) => number> = {
  date(values, { dayOf }) {
    if (share(values, (text) => isDate(text) || /^\d{5,8}(?:[.,]\d+)?$/.test(text)) <= 0.5) return impossible
    const days = dayOf(values)
    const count = (day: (typeof days)[number]) => days.filter((one) => one === day).length / (days.length || 1)
    // A person must check dates of an unknown form.
    return count(undefined) > 0.5 ? -20 : 30 + 40 * count('ahead') - 60 * count('past')
  },
  time: ofKind((text) => isTime(text) || /^\d{3,4}$/.test(text) || /^0?[.,]\d{2,}$/.test(text)),
  end: (values) => ofKind((text) => isTime(text) || isDate(text))(values) + (share(values, isTime) > 0.5 ? 10 : 0),
  'end date': ofKind(isDate),
  meridiem: ofKind((text) => /^[ap]\.?\s?m?\.?$/i.test(text)),
  'contact.second_last_name': ofName,
  'contact.name': (values) =>
    ofName(values) -
    30 * titled(values) +
    (share(values, (text) => /\p{L}[ ,]+\p{L}/u.test(text)) > 0.5 ? 20 : 0) -
    repeated(values),
  'contact.first_name': ofName,
  'contact.last_name': ofName,
  mobile(values, { country }) {
    const kinds = values.map((value) => lineOf(value, country))
    const count = (line: Line) => kinds.filter((one) => one === line).length / (kinds.length || 1)
    return ofKind(isPhone)(values) + (count('landline') > 0.5 ? -40 : 0) + (count('mobile') > 0.5 ? 10 : 0)
  },
  whatsapp: ofKind(isPhone),
  email: ofKind(isMail),
  external_id: (values) => ofKey(values) - (distinct(values) < 1 ? 80 : 0),
  'contact.external_id': ofKey,
  'contact.birth_date': ofKind(isDate),
  'contact.gender': ofKind((text) => /^\p{L}$/u.test(text)),
  // A file has many visits of each doctor.
  'params.doctor': (values) => ofName(values) + (distinct(values) < 0.7 ? 10 : 0) + 20 * titled(values),
  'params.doctor_external_id': ofKey,
  'params.doctor_expertise': ofName,
  'params.exam': ofKind((text) => /\p{L}{2}/u.test(text)),
  'params.vaccine': ofKind((text) => /\p{L}{2}/u.test(text)),
}

const titled = (values: string[]) => share(values, (text) => /^(?:dra?|prof|dott|med)\b/i.test(text))

/** Names of states and of kinds of visits are repeated. */
const repeated = (values: string[]) => (values.length > 4 && distinct(values) < 0.5 ? 40 : 0)
