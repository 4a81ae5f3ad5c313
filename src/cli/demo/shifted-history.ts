import { readFileSync } from 'node:fs'
import type { EntityLine, HistoryLine, NotificationLine } from '../../systems/import/history-line.ts'

// Before this Monday, the history has the weeks that the charts show; after it, it has visits for two weeks.
const monday = Temporal.PlainDate.from('2026-04-06')
// Tokens that never expire keep their date.
const forever = '2099'

/** Reads the example history, moved by whole weeks so that its seventh week is the current one. Local times stay the same
 *  when clocks change between both dates. */
export function shiftedHistory(file: string, now: Temporal.Instant): HistoryLine[] {
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as HistoryLine)
  const zones = new Map(lines.filter((line) => line.type === 'entity').map(({ id, time_zone }) => [id, time_zone]))
  return lines.map((line) => {
    if (line.type === 'entity') return line
    const zone = zones.get(line.entity_id)!
    const today = now.toZonedDateTimeISO(zone).toPlainDate()
    const weeks = Math.floor(monday.until(today, { largestUnit: 'day' }).days / 7)
    return shifted(line, zone, weeks)
  })
}

function shifted(line: Exclude<HistoryLine, EntityLine>, zone: string, weeks: number): HistoryLine {
  const move = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).add({ weeks })
  const moved = (instant: string) =>
    move(instant)
      .toInstant()
      .toString(instant.includes('.') ? { fractionalSecondDigits: 6 } : {})
  switch (line.type) {
    case 'action':
      return { ...line, date: moved(line.date) }
    case 'checkin_token':
      return line.expires_at === undefined || line.expires_at.startsWith(forever)
        ? line
        : { ...line, expires_at: moved(line.expires_at) }
    case 'notification': {
      const { day, hour } = noticeTime(line)
      const movedDay = day.add({ weeks }).toString().replaceAll('-', '')
      const start = line.params.when ?? line.params.event_date!
      return { ...line, task_id: `${taskPrefix(line)}-${movedDay}-${hour}`, params: withStart(line, move(start)) }
    }
  }
}

/** Returns the params for a visit that starts at `start`. */
export function withStart({ params }: NotificationLine, start: Temporal.ZonedDateTime): NotificationLine['params'] {
  const when = start.toInstant().toString()
  if (params.when === undefined) return { ...params, event_date: when }
  const [year, month, day, hour, minute] = [start.year, start.month, start.day, start.hour, start.minute].map(String)
  return { ...params, year: year!, month: month!, day: day!, hour: hour!, minute: minute!, when, event_date: when }
}

/** Returns the local time at which the clinic sent the notice. The id of the task ends with the day and the hour. */
export function noticeTime({ task_id }: NotificationLine): { day: Temporal.PlainDate; hour: number } {
  const [day, hour] = task_id.split('-').slice(-2)
  return { day: Temporal.PlainDate.from(day!), hour: Number(hour) }
}

const taskPrefix = ({ task_id }: NotificationLine) => task_id.split('-').slice(0, -2).join('-')
