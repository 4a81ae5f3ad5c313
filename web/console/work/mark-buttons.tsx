import type { Acknowledgement } from '../../../client/client.ts'
import { canHappen } from '../../../client/states.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import type { Change, SaveResult } from '../change.ts'
import type { Entry } from './entries.ts'
import { isMarkedDone, type Worklist } from './worklists.ts'

interface Props {
  entry: Entry
  list: Worklist
  isBusy: boolean
  save: (change: Change, saved: SaveResult) => void
}

/** Marks a text as read, a visit as done, or has a failed event sent again. */
export function MarkButtons({ entry: { visit, reply, failure }, list, isBusy, save }: Props) {
  const { session } = useSignedIn()
  const entityId = session.entity.id
  return (
    <>
      {reply && (
        <MarkButton
          kind="read"
          isMarked={reply.read !== undefined}
          name={visit?.contact.name ?? reply.uid}
          make={(isRead) => (client) => client.read(entityId, reply.id, isRead)}
          isBusy={isBusy}
          save={save}
        />
      )}
      {isMarkedDone(list.name) && visit && canHappen('markDone', visit.state) && (
        <MarkButton
          kind="done"
          isMarked={visit.done !== undefined}
          name={visit.contact.name}
          make={(isDone) => (client) =>
            client.done(entityId, visit.id, isDone, isDone ? { wish: visit.wish ?? null, slot: visit.slot } : undefined)
          }
          isBusy={isBusy}
          save={save}
        />
      )}
      {failure && (
        <SendEventAgain failure={failure} entityId={entityId} isBusy={isBusy} save={save} name={visit?.contact.name} />
      )}
    </>
  )
}

interface SendEventAgainProps extends Pick<Props, 'isBusy' | 'save'> {
  failure: Acknowledgement
  entityId: string
  /** The contact's name, if the event is about a visit. */
  name: string | undefined
}

/** Sends an event again to the clinic's systems. */
function SendEventAgain({ failure: { sequence, source }, entityId, name, isBusy, save }: SendEventAgainProps) {
  const { say, fill } = useTexts('work')
  const saved = { text: fill(say.saved.resent, { name: name ?? source.name }) }
  return (
    <button
      type="button"
      class="marking"
      disabled={isBusy}
      onClick={() => save((client) => client.resendEvent(entityId, sequence), saved)}
    >
      {say.sendAgain}
    </button>
  )
}

interface MarkProps extends Pick<Props, 'isBusy' | 'save'> {
  kind: 'done' | 'read'
  isMarked: boolean
  name: string
  make: (isMarked: boolean) => Change
}

/** Sets or removes a mark. A mark that was set can be undone at once. */
function MarkButton({ kind, isMarked, name, make, isBusy, save }: MarkProps) {
  const { say, fill } = useTexts('work')
  const next = isMarked ? (`${kind}-not` as const) : kind
  const saved = { text: fill(say.saved[next], { name }), ...(!isMarked && { undo: { change: make(false) } }) }
  return (
    <button type="button" class="marking" disabled={isBusy} onClick={() => save(make(!isMarked), saved)}>
      {say.marks[next]}
    </button>
  )
}
