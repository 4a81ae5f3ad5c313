import { useState } from 'preact/hooks'
import type { AuditEntry } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { usePages } from '../../shared/loading/use-pages.ts'
import { MoreButton } from '../more-button.tsx'

const pageSize = 20

/** Who used the data of a contact. The service looks for it when somebody opens the list. */
export function WhoSaw({ contactId }: { contactId: string }) {
  const say = useWords('timeline').audit
  const [isOpened, setOpened] = useState(false)
  return (
    <details class="who-saw" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>{say.title}</summary>
      <p class="hint">{say.hint}</p>
      {isOpened && <Entries contactId={contactId} />}
    </details>
  )
}

function Entries({ contactId }: { contactId: string }) {
  const { entity } = useSignedIn().session
  const say = useWords('timeline').audit
  const list = usePages(`${entity.id} ${contactId}`, pageSize, (client) => client.auditOfContact(entity.id, contactId))
  return (
    <div aria-busy={list.state === 'reading'}>
      {list.state === 'read' && list.items.length === 0 && <p class="hint">{say.none}</p>}
      <ol class="timeline">
        {list.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <div class="row">
        <MoreButton list={list} />
      </div>
    </div>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { time } = useSignedIn()
  const say = useWords('timeline').audit
  const { at, operation, outcome } = entry
  return (
    <li>
      <time dateTime={at}>{time.moment(at)}</time>
      <div>
        <p>
          <strong dir="auto">{useNameOf(entry)}</strong> · {say.uses[useOf(entry)]}
          {Number(outcome) >= 400 && <span class="mark failed">{say.refused}</span>}
        </p>
        <p class="hint" dir="ltr">
          {operation}
        </p>
      </div>
    </li>
  )
}

function useNameOf({ who: { kind, id, name } }: AuditEntry): string | undefined {
  const say = useWords('timeline').audit
  const { channels } = useWords('console')
  if (kind === 'contact' || kind === 'worker') return say[kind]
  return kind === 'provider' ? (textOf(channels, name!) ?? name) : (name ?? id)
}

const reading = /^(get|list|find|follow|checkIn$|preview|GET )/

const useOf = ({ who: { kind }, operation }: AuditEntry): 'read' | 'changed' | 'sent' =>
  kind === 'worker' ? 'sent' : reading.test(operation) ? 'read' : 'changed'
