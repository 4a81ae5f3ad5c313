import type { Submission } from '../src/notifications/submission.ts'

type Item = Submission['notifications'][number]

export const item = (over: Partial<Item> = {}): Item => ({
  external_id: 'A-1001',
  contact: { external_id: 'P-77', name: 'João Silva', language: 'pt_PT', country: 'PT' },
  addresses: [{ channel: 'mobile', uid: '912 345 678' }],
  params: { when: '2026-03-30T09:30:00+01:00', doctor: 'Ana Reis', doctor_expertise: 'Cardiologia' },
  ...over,
})

/** A task of appointments. */
export const submission = (...notifications: Item[]): Submission => ({
  category: 'medical',
  target: 'appointment',
  notifications: notifications.length > 0 ? notifications : [item()],
})
