import type { ClockDecision, NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { type ClinicTime, clinicTime } from '../../shared/time/clinic-time.ts'
import type { useEntryChanges } from './use-entry-changes.ts'

interface Props {
  visit: NotificationStatus
}

/** Says which local time a visit had before newer time-zone rules. */
export function ClockLine({ visit }: Props) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const times = timesToDecide(visit, time, locale)
  return times && <p class="untold">{fill(say.clock.entered, times)}</p>
}

interface ButtonsProps extends Props {
  changes: Pick<ReturnType<typeof useEntryChanges>, 'isBusy' | 'mark'>
}

/** Keeps the local time of the visit, or its instant. */
export function ClockButtons({ visit, changes: { isBusy, mark } }: ButtonsProps) {
  const { session, time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const times = timesToDecide(visit, time, locale)
  if (!times || !session.scopes.includes('notifications:write')) return null
  const decide = (keep: ClockDecision['keep']) =>
    mark((client) => client.decideClockChange(session.entity.id, visit.id, keep), {
      text: fill(say.clock.saved[keep], { name: visit.contact.name, ...times }),
    })
  return (
    <fieldset class="clock">
      <legend>{say.clock.which}</legend>
      {(['local-time', 'instant'] as const).map((keep) => (
        <button key={keep} type="button" disabled={isBusy} onClick={() => decide(keep)}>
          {fill(say.clock[keep], times)}
        </button>
      ))}
    </fieldset>
  )
}

/** Returns the recorded local time and the present one, with the days where they differ. Undefined if there is nothing to decide. */
export function timesToDecide(
  { recorded_time: recorded, starts_at: start }: NotificationStatus,
  time: ClinicTime,
  locale: string,
) {
  if (recorded === undefined || start === undefined) return undefined
  const local = clinicTime('UTC', locale)
  const style = recorded.startsWith(time.dayOf(start)) ? 'time' : 'moment'
  return { before: local[style](`${recorded}Z`), now: time[style](start) }
}
