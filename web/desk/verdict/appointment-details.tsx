import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { Details } from '../../shared/look/details.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { detailsOf, startOf } from '../../shared/visits/visit.ts'
import type { Appointment } from './verdict.ts'

/** The contact and the visit. The birth date and the keys distinguish contacts of the same name. */
export function AppointmentDetails({ record }: { record: Appointment }) {
  const { time } = useSignedIn()
  const { say, locale } = useTexts('desk')
  const plugins = useWords('plugins')
  const start = startOf(record)
  const { birth_date, citizen_id, external_id, name } = record.contact
  const lines = [
    ...(birth_date ? [{ label: say.birthDate, value: writtenDay(birth_date, locale, 'medium') }] : []),
    ...(citizen_id ? [{ label: say.citizenId, value: citizen_id }] : []),
    { label: say.contactKey, value: external_id },
    ...detailsOf(record, plugins),
  ]
  return (
    <div class="appointment">
      <p class="contact" dir="auto">
        {name}
      </p>
      {start && (
        <p class="when">
          <time dateTime={start}>
            <strong>{time.time(start)}</strong> {time.day(start)}
          </time>
        </p>
      )}
      <Details lines={lines} />
    </div>
  )
}
