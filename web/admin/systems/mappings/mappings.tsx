import { useState } from 'preact/hooks'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts } from '../../../shared/language.tsx'
import { useLoaded } from '../../../shared/loading/use-loaded.ts'
import { hrefOf } from '../../../shared/page-location.ts'
import { LoadedList } from '../../loaded-list.tsx'
import { Note } from '../../note.tsx'
import { MappingItem } from './mapping-item.tsx'
import '../systems.css'

/** How the columns of the clinic's files map to visits. */
export function Mappings() {
  const { say, fill } = useTexts('admin-systems', 'mappings')
  const { entity } = useSignedIn().session
  const loaded = useLoaded(entity.id, (client) => client.mappings(entity.id))
  const [note, setNote] = useState<{ text: string }>()
  return (
    <>
      <Note note={note} />
      <LoadedList loaded={loaded}>
        {(mappings) => (
          <>
            {mappings.length === 0 && <p class="hint">{say.none}</p>}
            <ul class="systems">
              {mappings.map((one) => (
                <MappingItem
                  key={one.name}
                  {...one}
                  onDelete={() => {
                    loaded.show((before = []) => before.filter(({ name }) => name !== one.name))
                    setNote({ text: fill(say.deleted, { name: one.name }) })
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </LoadedList>
      <p>
        <a href={`console${hrefOf({ entity: entity.id, tab: 'upload' })}`}>{say.make}</a>
      </p>
    </>
  )
}
