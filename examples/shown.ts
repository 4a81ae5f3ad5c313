import type { DatedLine } from './lines.ts'

const ids = { entity_id: 'clinica-lisboa', notification_id: 'n-1' }
const confirmed = '2026-03-29T00:59:59.999999Z'

/** The appointment that `rollcall demo` queries (src/cli/demo.ts). It is confirmed in the last microsecond before
 *  Lisbon's clocks go forward. */
export const shown: DatedLine[] = [
  [
    Temporal.Instant.from('2026-03-26T18:00:00Z'),
    {
      type: 'notification',
      id: ids.notification_id,
      entity_id: ids.entity_id,
      task_id: 't-lis-20260326-18',
      external_id: 'A-1001',
      category: 'medical',
      target: 'appointment',
      contact: {
        external_id: 'P-77',
        name: 'João Silva',
        gender: 'M',
        language: 'pt_PT',
        country: 'PT',
        citizen_id: '000345678',
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
    },
  ],
  answered('a-1', 'confirm', confirmed, 'mobile', '+351900000077'),
  [Temporal.Instant.from(confirmed), { type: 'checkin_token', ...ids, token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE' }],
  answered('a-2', 'arrive', '2026-03-30T08:21:44.310205Z', 'desk', 'P-77'),
]

function answered(id: string, action: 'confirm' | 'arrive', date: string, channel: string, uid: string): DatedLine {
  return [Temporal.Instant.from(date), { type: 'action', id, ...ids, action, date, channel, uid }]
}
