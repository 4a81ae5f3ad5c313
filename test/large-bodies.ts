import { item, submission } from './submission.ts'

const whole = JSON.stringify(submission(item({ addresses: [] })))
const addresses = Array.from({ length: 10 }, (_, index) => ({ channel: 'mobile' as const, uid: `91234567${index}` }))
const items = Array.from({ length: 1_000 }, (_, index) => item({ external_id: `A-${index}`, addresses }))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

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
