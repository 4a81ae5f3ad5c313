import { memoize } from '../src/scheduling/memoize.ts'
import { item, later, submission } from './submission.ts'

const whole = JSON.stringify(submission(item({ addresses: [], ...later })))
const addresses = Array.from({ length: 10 }, (_, index) => ({ channel: 'mobile' as const, uid: `91234567${index}` }))
const items = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}`, addresses, ...later }))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Returns JSON with each UTF-16 unit of the text as an escape. */
const escaped = memoize(
  10_000,
  (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`,
)
const wide = (length: number) => '\u{1d504}'.repeat(length)

/** Returns the JSON of a notification of the largest legal size. */
export function largestItem(index: number): string {
  const addresses = Array.from({ length: 10 }, (_, place) => ({
    channel: 'email',
    uid: `${place}${'é'.repeat(63)}@${'é'.repeat(253)}`,
  }))
  const contact = {
    ...{ external_id: wide(320), name: wide(256), gender: 'F', language: 'pt_PT', country: 'PT' },
    ...{ citizen_id: '1'.repeat(64), birth_date: '1980-02-29' },
  }
  const when = '2099-03-30T09:30:00.000000000+01:00'
  const send_at = '2099-03-28T09:30:00.000000000+01:00'
  const exam = { exam: wide(256), exam_external_id: wide(256), place: wide(256), preparation: wide(2_000) }
  const files = ['a'.repeat(8_192 - '[""]{}'.length)]
  const rest = { contact, addresses, params: { when, ...exam }, files, inferred_data: {}, send_at, version: when }
  const key = escaped(`A-${index}`.padEnd(10)).slice(0, -1) + escaped(wide(310)).slice(1)
  return `{"external_id":${key},${withEscapes(rest).slice(1)}`
}

/** JSON.stringify with escapes in each text. */
function withEscapes(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(withEscapes)}]`
  if (typeof value === 'string') return escaped(value)
  return `{${Object.entries(value as object).map(([key, member]) => `${escaped(key)}:${withEscapes(member)}`)}}`
}

/** Bodies of at most 1 MiB, with the expected status. */
export const largeBodies: Record<string, [status: number, body: string]> = {
  '340,000 addresses': [422, whole.replace('"addresses":[]', `"addresses":[${Array(340_000).fill('{}').join(',')}]`)],
  '90,000 unknown keys': [422, `{${numbers(90_000).map((index) => `"k${index}":0`)}}`],
  '20,000 objects of different shapes': [422, `[${numbers(20_000).map((index) => `{"a":0,"k${index}":0}`)}]`],
  'deeply nested arrays': [422, `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  'empty arrays': [422, `[${Array(340_000).fill('[]')}]`],
  'a key given 100,000 times': [422, `{${Array(100_000).fill('"a":0')}}`],
  '99,000 texts': [422, `[${numbers(99_000).map((index) => `"${index.toString(36)}"`)}]`],
  '1,000 notifications with 10,000 faults': [422, JSON.stringify(submission(...items)).replaceAll('91234567', '1')],
  '1,000 notifications with 10 addresses each': [202, JSON.stringify(submission(...items))],
}
