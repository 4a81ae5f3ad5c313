import { useId, useRef, useState } from 'preact/hooks'
import type { OptOut } from '../../../../client/client.ts'
import { MoreButton } from '../../../console/more-button.tsx'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../../shared/language.tsx'
import { usePages } from '../../../shared/loading/use-pages.ts'
import { Note } from '../../note.tsx'
import { AskingButton } from '../../question.tsx'
import { useAction } from '../../use-action.ts'
import { useDraft } from '../../use-draft.ts'
import { type Draft, NewOptOutForm, newDraft } from './new-opt-out-form.tsx'
import { holds } from './search.ts'
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
            <OptOutItem
              key={`${keyOf(one)} ${one.contact_external_id ?? ''}`}
              canChange={canChange}
              optOut={one}
              onLift={() => lift(one)}
            />
          ))}
        </ul>
        <MoreButton list={list} />
      </div>
    </>
  )
}

/** A search reads the whole list, so it begins when somebody asks for it. */
function SearchForm({ onSearch }: { onSearch: (text: string) => void }) {
  const say = useWords('admin-systems').optOuts
  const { search } = useWords('console')
  const field = useRef<HTMLInputElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSearch(field.current!.value.trim())
  }

  return (
    <form class="search" onSubmit={submit}>
      <label for="opt-outs-search">{say.search}</label>
      <div class="row">
        <input id="opt-outs-search" ref={field} type="search" dir="ltr" autocomplete="off" spellcheck={false} />
        <button type="submit">{search}</button>
      </div>
    </form>
  )
}

interface Props {
  optOut: OptOut
  canChange: boolean
  onLift: () => void
}

/** An address without messages, why and since when. */
function OptOutItem({ optOut, canChange, onLift }: Props) {
  const {
    session: { token, entity },
    time,
  } = useSignedIn()
  const { say, fill } = useTexts('admin-systems', 'optOuts')
  const { channels } = useWords('console')
  const lifting = useAction<void>(token)
  const id = useId()
  const { channel, uid, reason, contact_external_id: contact, opted_out_at: since } = optOut
  const facts = [
    textOf(channels, channel) ?? channel,
    textOf(say.reasons, reason) ?? reason,
    ...(contact === undefined ? [] : [fill(say.onlyContact, { contact })]),
    fill(say.since, { at: time.moment(since) }),
  ]
  return (
    <li>
      <p>
        <b id={id} dir="ltr">
          {uid}
        </b>
        <span class="hint">{facts.join(' · ')}</span>
      </p>
      {canChange && (
        <AskingButton
          label={say.lift}
          describedBy={id}
          text={fill(reason === 'not-me' ? say.askNotMe : say.ask, { address: uid })}
          yes={say.yes}
          action={lifting}
          onYes={() =>
            lifting.run(async (client) => {
              await client.setOptOut(entity.id, { channel, uid, opted_out: false })
              onLift()
            })
          }
        />
      )}
    </li>
  )
}
