import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'

/** How often staff have called the contact, and what became of the latest call. */
export function CallLine({ calls }: { calls: NonNullable<NotificationStatus['calls']> }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work', 'calls')
  const { count, last } = calls
  return (
    <p class="hint calls">
      {fill(say.called, { count })}{' '}
      {fill(say.lastCall, { result: say[last.call], at: time.moment(last.at), by: last.by })}
    </p>
  )
}

/** The latest note of staff. */
export const NoteLine = ({ note, time }: { note: NonNullable<NotificationStatus['note']>; time: ClinicTime }) => (
  <p class="staff-note">
    <span dir="auto">{note.text}</span>{' '}
    <span class="hint">
      {time.moment(note.at)}, <bdi>{note.by}</bdi>
    </span>
  </p>
)
