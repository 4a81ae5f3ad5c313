import { expect, test } from 'vitest'
import { maxQsbmfBytes, readQsbmf } from './qsbmf.ts'

const report = (reason: string) =>
  `Hi. This is the qmail-send program at mail.example.\n\n<joao@gone.example>:\n${reason}\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <1@clinic.example>\n`

test('a report of qmail has a short reason, however long its text is', () => {
  const { bounces, referenceText } = readQsbmf(report('Sorry, no mailbox here by that name. '.repeat(1_000)))!
  expect(bounces).toMatchObject([{ uid: 'joao@gone.example', isUndeliverable: true }])
  expect(bounces[0]!.reason).toHaveLength(300)
  expect(referenceText).toContain('<1@clinic.example>')
})

test('the service reads the first 64 KiB of a report of qmail', () => {
  expect(readQsbmf(report('x '.repeat(maxQsbmfBytes)))).toBeUndefined()
  const { referenceText } = readQsbmf(`${report('No such user')}${'x'.repeat(maxQsbmfBytes)}`)!
  expect(referenceText.length).toBeLessThan(maxQsbmfBytes)
})
