import type { Entity } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { hrefOf } from '../../shared/page-location.ts'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import { RetireOrRestore } from './retire-or-restore.tsx'

interface Props {
  entity: Entity
  onChanged: (entity: Entity) => void
}

/** A clinic in the list. */
export function ClinicRow({ entity, onChanged }: Props) {
  const { session } = useSignedIn()
  const { say, fill, locale } = useTexts('admin-clinics')
  const { id, name, time_zone, retired_at } = entity
  return (
    <li>
      <p>
        <a
          href={hrefOf({ entity: id, section: 'clinic' })}
          aria-current={id === session.entity.id ? 'true' : undefined}
        >
          <bdi>{name}</bdi>
        </a>
        <span class="hint">
          <bdi>{id}</bdi> · <bdi>{time_zone}</bdi>
        </span>
        {retired_at !== undefined && (
          <span class="since">{fill(say.retiredSince, { at: clinicTime(time_zone, locale).moment(retired_at) })}</span>
        )}
      </p>
      <RetireOrRestore entity={entity} onChanged={onChanged} />
    </li>
  )
}
