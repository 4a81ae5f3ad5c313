import type { ActionName } from '../src/log/actions/action.ts'
import type { CheckinTokenLine, HistoryLine } from '../src/systems/import/history-line.ts'
import type { Clinic } from './clinics.ts'
import type { Random } from './random.ts'
import type { Moment, Visit } from './visits.ts'

export interface Ids {
  entity_id: string
  notification_id: string
}

/** A line with its instant. */
export type DatedLine = [at: Temporal.Instant, HistoryLine]

const crockford = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']

export function noticeLine({ mark, leaflet }: Clinic, random: Random, visit: Visit, ids: Ids): DatedLine {
  const { notice, key, category, person } = visit
  return [
    notice.toInstant(),
    {
      type: 'notification',
      id: ids.notification_id,
      entity_id: ids.entity_id,
      task_id: `t-${mark}-${notice.toPlainDate().toString().replaceAll('-', '')}-${notice.hour}`,
      external_id: key,
      category,
      target: category === 'medical' ? 'appointment' : 'checkup',
      contact: person.contact,
      params: paramsOf(visit),
      ...(random.chance(0.06) && { files: [{ name: leaflet, media_type: 'application/pdf', pages: 2 }] }),
      ...(random.chance(0.06) && { inferred_data: { first_visit: true, likely_to_come: random.below(100) / 100 } }),
    },
  ]
}

function paramsOf({ category, start, host }: Visit): Record<string, string> {
  const when = start.toInstant().toString()
  if (category === 'dental') return { event_date: when, duration_minutes: '40', ...host }
  const [year, month, day, hour, minute] = [start.year, start.month, start.day, start.hour, start.minute].map(String)
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, when, event_date: when, ...host }
}

export function actionLine({ person }: Visit, ids: Ids, action: ActionName, at: Moment, nth: number): DatedLine {
  const id = `${ids.notification_id.replace('n', 'a')}-${nth}`
  const date = at.toInstant().toString({ fractionalSecondDigits: 6 })
  const place =
    action === 'arrive'
      ? { channel: 'desk', uid: person.contact.external_id }
      : { channel: person.channel, uid: person.uid }
  return [at.toInstant(), { type: 'action', id, ...ids, action, date, ...place }]
}

export function tokenLine(
  random: Random,
  ids: Ids,
  at: Moment,
  expires_at: string | undefined,
  revoked: CheckinTokenLine['revoked'],
): DatedLine {
  const token = Array.from({ length: 26 }, () => random.pick(crockford)).join('')
  const end = { ...(expires_at && { expires_at }), ...(revoked && { revoked }) }
  return [at.toInstant(), { type: 'checkin_token', ...ids, token, ...end }]
}
