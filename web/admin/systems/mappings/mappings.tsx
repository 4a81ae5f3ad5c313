import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormat, useWords } from '../../../language.tsx'
import { hrefOf } from '../../../page-location.ts'
import type { SectionProps } from '../../section.ts'
import { NotLoaded } from '../not-loaded.tsx'
import '../systems.css'
import { useLoaded } from '../use-loaded.ts'
import { MappingItem } from './mapping-item.tsx'

/** How the columns of the clinic's files map to visits. */
export function Mappings({ session }: SectionProps) {
  const say = useWords('admin-systems').mappings
  const fill = useFormat()
  const { token, entity } = session
  const loaded = useLoaded(token, (client) => client.mappings(entity.id))
  const [deleted, setDeleted] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useLayoutEffect(() => status.current?.focus(), [deleted])
  const { value: mappings, show } = loaded
  if (!mappings) return <NotLoaded loaded={loaded} />
  return (
    <>
      <p ref={status} tabIndex={-1} role="status" class="done">
        {deleted}
      </p>
      {mappings.length === 0 && <p class="hint">{say.none}</p>}
      <ul class="systems">
        {mappings.map((one) => (
          <MappingItem
            key={one.name}
            {...{ session, ...one }}
            onDelete={() => {
              show(mappings.filter(({ name }) => name !== one.name))
              setDeleted(fill(say.deleted, { name: one.name }))
            }}
          />
        ))}
      </ul>
      <p>
        <a href={`console${hrefOf({ entity: entity.id, tab: 'upload' })}`}>{say.make}</a>
      </p>
    </>
  )
}
