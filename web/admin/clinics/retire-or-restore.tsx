import { useState } from 'preact/hooks'
import type { Client, Entity } from '../../../client/client.ts'
import { remindedStates } from '../../../client/states.ts'
import { useSignedIn, useTimeAt } from '../../shared/access/signed-in.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'

interface Props {
  /** A clinic of the session. */
  entity: Entity
  onChanged: (entity: Entity) => void
}

const acts = {
  async retire(client: Client, id: string) {
    const { resource, etag } = await client.taggedEntity(id)
    // An attempt without a response may have retired it.
    return resource.retired_at === undefined ? (await client.retireEntity(id, etag)).resource : resource
  },
  restore: async (client: Client, id: string) => (await client.restoreEntity(id)).resource,
}

/** Retires a clinic, or restores it. */
export function RetireOrRestore({ entity, onChanged }: Props) {
  const { session } = useSignedIn()
  const name = entity.retired_at === undefined ? 'retire' : 'restore'
  const say = useWords('admin-clinics')[name]
  const { fill } = useLanguage()
  const action = useAction<Entity>(session.token)
  const [isAsked, setAsked] = useState(false)

  async function act() {
    const changed = await action.run((client) => acts[name](client, entity.id))
    if (changed) onChanged(changed)
    return changed !== undefined
  }

  return (
    <AskingButton
      label={say.ask}
      text={
        <>
          <p>{fill(say.about, { clinic: entity.name })}</p>
          {name === 'retire' && isAsked && <ComingVisits entity={entity} />}
        </>
      }
      yes={say.act}
      look={name === 'retire' ? 'main grave' : 'main'}
      action={action}
      onYes={act}
      onAsk={() => setAsked(true)}
    />
  )
}

// No clinic plans further ahead.
const comingDays = 3_650

/** Counts the visits from today on that the contacts may still attend. A credential that cannot read visits has no count. */
function ComingVisits({ entity }: Pick<Props, 'entity'>) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-clinics', 'retire')
  const today = useTimeAt(entity, session).dayOf(new Date())
  const canRead = session.scopes.includes('notifications:read')
  const { found: count } = useLoaded(canRead ? `${entity.id} ${today}` : undefined, (client) =>
    client.countVisits(entity.id, today, addDays(today, comingDays), { state: [...remindedStates] }),
  )
  return <p role="status">{count !== undefined && fill(say.coming, { count })}</p>
}
