import { expect, test } from 'vitest'
import type { ActionRecord } from '../../../client/client.ts'
import { matcher } from './record-search.ts'

const record = {
  ...{ external_id: 'A-1001', uid: '+351912345678', notification_id: 'n-1', task_id: 't-1' },
  ...{ contact: { external_id: 'P-77', name: 'João Ávila' }, params: { doctor: 'Ana Reis' } },
} as unknown as ActionRecord

test('a search finds every word in the contact, the keys, the address or the details', () => {
  for (const search of ['', '  ', 'avila joao', 'P-77', 'a-1001', '912345678', 'n-1 REIS'])
    expect(matcher(search)(record), search).toBe(true)
  for (const search of ['joana', 'joão costa', 'P-78']) expect(matcher(search)(record), search).toBe(false)
})
