import type {
  ActionLine,
  CheckinTokenLine,
  EntityLine,
  HistoryLine,
  NotificationLine,
} from '../src/systems/import/history-line.ts'

export const entity = (over: Partial<EntityLine> = {}): EntityLine => ({
  type: 'entity',
  id: 'clinica-lisboa',
  name: 'Clínica Lisboa',
  time_zone: 'Europe/Lisbon',
  language: 'pt-PT',
  ...over,
})

export const notification = (over: Partial<NotificationLine> = {}): NotificationLine => ({
  type: 'notification',
  id: 'n-1',
  entity_id: 'clinica-lisboa',
  task_id: 't-1',
  external_id: 'A-1001',
  category: 'medical',
  target: 'appointment',
  contact: {
    external_id: 'P-77',
    name: 'João Silva',
    gender: 'M',
    language: 'pt_PT',
    country: 'PT',
    citizen_id: '12345678',
    birth_date: '1980-02-29',
  },
  params: {
    year: '2026',
    month: '3',
    day: '30',
    hour: '9',
    minute: '30',
    when: '2026-03-30T08:30:00Z',
    event_date: '2026-03-30T08:30:00Z',
    doctor: 'Ana Reis',
    doctor_external_id: 'D-9',
    doctor_expertise: 'Cardiologia',
    doctor_gender: 'F',
  },
  ...over,
})

export const action = (over: Partial<ActionLine> = {}): ActionLine => ({
  type: 'action',
  id: 'a-1',
  entity_id: 'clinica-lisboa',
  notification_id: 'n-1',
  action: 'confirm',
  date: '2026-03-29T00:59:59.999999Z',
  channel: 'mobile',
  uid: '+351912345678',
  ...over,
})

export const checkinToken = (over: Partial<CheckinTokenLine> = {}): CheckinTokenLine => ({
  type: 'checkin_token',
  entity_id: 'clinica-lisboa',
  notification_id: 'n-1',
  token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE',
  ...over,
})

/** A minimal history: one clinic, one notification, one action, one check-in token. */
export const history = (): HistoryLine[] => [entity(), notification(), action(), checkinToken()]

/** Returns an action of the notification n-1 for each instant. */
export const actionsAt = (...dates: string[]): ActionLine[] =>
  dates.map((date, index) => action({ id: `at-${index + 1}`, date }))
