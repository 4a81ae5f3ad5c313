import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import type { SectionProps } from '../section.ts'
import { RetireOrRestore } from './retire-or-restore.tsx'
import { withEntity } from './session-entity.ts'

/** Says that the clinic is retired, and restores it. */
export function RetiredNote({ control }: SectionProps) {
  const { session } = useSignedIn()
  const { say, fill, locale } = useTexts('admin-clinics')
  const { entity } = session
  if (entity.retired_at === undefined) return null
  const { moment } = clinicTime(entity.time_zone, locale)
  return (
    <section class="retired-note" aria-label={say.retired}>
      <p>
        <strong>{fill(say.retiredSince, { at: moment(entity.retired_at) })}</strong> {say.retiredAbout}
      </p>
      <RetireOrRestore entity={entity} onChanged={(changed) => control.choose(withEntity(session, changed))} />
    </section>
  )
}
