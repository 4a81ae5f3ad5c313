import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { Entity } from '../../../client/client.ts'
import { MoreButton } from '../../console/more-button.tsx'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import { LocationContext } from '../../shared/page-location.ts'
import type { SectionProps } from '../section.ts'
import { ClinicRow } from './clinic-row.tsx'
import { NewClinicForm } from './new-clinic-form.tsx'
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
