import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type DeskVisit, listedDeskVisit } from './desk-visit.ts'
import { visitOfCode } from './known-day.ts'

const issued = '7F3K9QXW2MZT4B8NDR6VHJ51PE'
const visit = (id: string, code?: string): DeskVisit => ({
  id,
  external_id: id,
  category: 'medical',
  target: 'appointment',
  state: 'confirmed' as const,
  params: {},
  contact: { external_id: id, name: id },
  starts_at: '2026-03-30T09:00:00Z',
  ...(code !== undefined && { checkin_code_sha256: hash('sha256', code) }),
})
const visits = [visit('a'), visit('b', issued), visit('c', 'short-Code')].map(
  (one) => [one.id, listedDeskVisit(one)] as const,
)
const day = { today: '2026-03-30', visits: new Map(visits) }
const found = async (code: string) => (await visitOfCode(day, code))?.id

test('a device finds a visit by its code as scanned, and in its normal spelling', async () => {
  for (const code of [issued, issued.toLowerCase(), issued.replace('1', 'I'), issued.replace('1', 'l')])
    expect(await found(code), code).toBe('b')
})

test('a device finds a code of another system only as it is', async () => {
  expect(await found('short-Code')).toBe('c')
  expect(await found('SHORT-CODE')).toBeUndefined()
  expect(await found('Café')).toBeUndefined()
})
