import type { Submission } from '../src/notifications/submit/submission.ts'
import { entity } from './history.ts'
import type { Rollcall } from './rollcall.ts'

type Item = Submission['notifications'][number]

export const item = (over: Partial<Item> = {}): Item => ({
  external_id: 'A-1001',
  contact: { external_id: 'P-77', name: 'João Silva', language: 'pt_PT', country: 'PT' },
  addresses: [{ channel: 'mobile', uid: '912 345 678' }],
  params: { when: '2026-03-30T09:30:00+01:00', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
  ...over,
})

/** The same visit at another time. */
export const moved = { params: { ...item().params, when: '2026-03-30T16:00:00+01:00' } }

/** The same visit years later, for tests that advance the clock or use the system's. */
export const later = { params: { ...item().params, when: '2099-05-04T09:30:00+01:00' } }

/** Names without visible characters. */
export const invisible = [
  ' ',
  '\t\r\n',
  '\u200b\u200d\u2060\ufeff',
  '\u00a0\u2003\u2028\u3000',
  '\u202e\u00ad',
  '\u115f\u3164\uffa0',
  '\u2800',
  '\ufe0f\u{e0100}',
]

/** A task of appointments. */
export const submission = (...notifications: Item[]): Submission => ({
  category: 'medical',
  target: 'appointment',
  notifications: notifications.length > 0 ? notifications : [item()],
})

export const mail = { channel: 'email' as const, uid: 'joao@example.org' }

/** Creates a notification, and its entity if necessary. Returns functions that read its status. */
export async function notify(
  { database, given, post, get }: Rollcall,
  over: Partial<Item> = {},
  target = 'appointment',
) {
  const entities = await database.selectFrom('entities').select('entity_id').execute()
  if (entities.length === 0) await given(entity())
  const { id } = (await post('/v1/notifications/clinica-lisboa', { ...submission(item(over)), target })).json()
    .notifications[0]
  const status = async () => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json()
  return { id: id as string, status, delivery: async () => (await status()).deliveries[0] }
}
