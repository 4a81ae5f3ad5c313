import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Entity } from '../../../client/client.ts'
import { MoreButton } from '../../console/more-button.tsx'
import { useSignedIn, useTimeAt } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import type { SectionProps } from '../section.ts'
import { NewClinicForm } from './new-clinic-form.tsx'
import { RetireOrRestore } from './retire-or-restore.tsx'
import { withEntity } from './session-entity.ts'
import { hasNewClinic } from './use-new-clinic.ts'
import './clinics.css'

const pageSize = 100

/** The clinics that the credential can access. */
export function ClinicsSection({ control }: SectionProps) {
  const { session } = useSignedIn()
  const say = useWords('admin-clinics')
  const { go } = useContext(LocationContext)
  const [isAdding, setAdding] = useState(hasNewClinic)
  const [changed, setChanged] = useState<Record<string, Entity>>({})
  const list = usePages('clinics', pageSize, (client) => client.entities())

  const adding = useRef<HTMLDivElement>(null)
  const isOpening = useRef(true)
  // The button and the form take turns, and the focus goes with them.
  useEffect(() => {
    if (!isOpening.current) adding.current?.querySelector<HTMLElement>('input, button')?.focus()
    isOpening.current = false
  }, [isAdding])

  function note(entity: Entity) {
    setChanged({ ...changed, [entity.id]: entity })
    control.choose(withEntity(session, entity))
  }

  return (
    <>
      <div ref={adding}>
        {isAdding ? (
          <NewClinicForm
            token={session.token}
            onCreated={(entity) => {
              control.choose({ ...withEntity(session, entity), entity })
              go({ entity: entity.id, section: 'clinic' })
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <div class="row">
            <button type="button" class="main" onClick={() => setAdding(true)}>
              {say.add}
            </button>
          </div>
        )}
      </div>
      <ul class="rows clinics" aria-busy={list.state === 'reading'}>
        {list.items.map((entity) => (
          <ClinicRow key={entity.id} entity={changed[entity.id] ?? entity} onChanged={note} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

interface Props {
  entity: Entity
  onChanged: (entity: Entity) => void
}

/** A clinic in the list. */
function ClinicRow({ entity, onChanged }: Props) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-clinics')
  const time = useTimeAt(entity, session)
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
          <span class="since">{fill(say.retiredSince, { at: time.moment(retired_at) })}</span>
        )}
      </p>
      <RetireOrRestore entity={entity} onChanged={onChanged} />
    </li>
  )
}
