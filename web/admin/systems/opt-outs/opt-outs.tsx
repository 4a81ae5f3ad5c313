import { useState } from 'preact/hooks'
import type { OptOut } from '../../../../client/client.ts'
import { MoreButton } from '../../../console/more-button.tsx'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../../shared/language.tsx'
import { usePages } from '../../../shared/loading/use-pages.ts'
import { Note } from '../../note.tsx'
import { useDraft } from '../../use-draft.ts'
import { type Draft, NewOptOutForm, newDraft } from './new-opt-out-form.tsx'
import { OptOutItem } from './opt-out-item.tsx'
import { holds } from './search.ts'
import { SearchForm } from './search-form.tsx'
import '../systems.css'

const pageSize = 100

const keyOf = ({ channel, uid }: Pick<OptOut, 'channel' | 'uid'>) => `${channel} ${uid}`

/** The addresses that get no messages from the clinic. */
export function OptOuts() {
  const say = useWords('admin-systems').optOuts
  const { scopes } = useSignedIn().session
  return scopes.includes('notifications:read') ? <Listed /> : <p>{say.needsRead}</p>
}

function Listed() {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'optOuts')
  const { entity, scopes } = session
  const canChange = scopes.includes('notifications:write')
  const [search, setSearch] = useState('')
  const [additions, setAdditions] = useState(0)
  const [lifted, setLifted] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState<{ text: string }>()
  const { draft, isBegun, edit, clear } = useDraft<Draft>(`${entity.id}/new-opt-out`, newDraft)
  const list = usePages(`${additions}/${search}`, pageSize, async function* (client) {
    for await (const one of client.optOuts(entity.id)) if (holds(one.uid, search)) yield one
  })
  const shown = list.items.filter((one) => !lifted.has(keyOf(one)))

  function add(added: Draft) {
    clear()
    setLifted(new Set([...lifted].filter((key) => key !== keyOf(added))))
    setAdditions(additions + 1)
    setNote({ text: fill(say.added, { address: added.uid }) })
  }

  function lift(one: OptOut) {
    setLifted(new Set([...lifted, keyOf(one)]))
    setNote({ text: fill(say.lifted, { address: one.uid }) })
  }

  return (
    <>
      <Note note={note} />
      {!canChange && <p class="hint">{say.needsWrite}</p>}
      {canChange && isBegun && <NewOptOutForm draft={draft} onEdit={edit} onClose={clear} onAdd={add} />}
      {canChange && !isBegun && (
        <div class="row">
          <button type="button" onClick={() => edit({})}>
            {say.add}
          </button>
        </div>
      )}
      <SearchForm onSearch={setSearch} />
      <div class="listed" aria-busy={list.state === 'reading'}>
        {list.state === 'read' && !list.hasMore && shown.length === 0 && (
          <p class="hint">{search === '' ? say.none : fill(say.notFound, { text: search })}</p>
        )}
        <ul class="rows opt-outs">
          {shown.map((one) => (
            <OptOutItem key={keyOf(one)} canChange={canChange} optOut={one} onLift={() => lift(one)} />
          ))}
        </ul>
        <MoreButton list={list} />
      </div>
    </>
  )
}
