import { useState } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { type Change, save } from '../change.ts'
import { changeFaultOf } from '../change-fault.ts'

interface Props {
  id: string
  /** When the quiet hours end; undefined: a reminder goes out at once. */
  quietUntil: string | undefined
  onSent: () => void
}

/** The button that asked is gone, and had the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

type State = 'ready' | 'asking' | 'sending'

/** Sends the contact a reminder. In quiet hours, asks whether it waits for their end. */
export function SendAgain({ id, quietUntil, onSent }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('timeline')
  const { faults } = useWords('work')
  const [state, setState] = useState<State>('ready')
  const [news, setNews] = useState<{ text: string; isFault: boolean }>()
  const end = quietUntil && time.moment(quietUntil)

  async function make(change: Change, done: string) {
    setState('sending')
    setNews(undefined)
    const failure = await save(session, change).catch((error: unknown) => error)
    setState('ready')
    if (failure instanceof Error) return setNews({ text: wordsOf(failure), isFault: true })
    setNews({ text: done, isFault: false })
    onSent()
  }

  const { id: entityId } = session.entity
  const sendNow = () => make((client) => client.remind(entityId, id, true), say.sent)
  /** In quiet hours, the service waits for their end. */
  const send = () =>
    make((client) => client.remind(entityId, id, false), end ? fill(say.willSend, { at: end }) : say.sent)

  const wordsOf = (failure: Error) =>
    failure instanceof ProblemError && failure.code === 'reminded-recently'
      ? say.remindedRecently
      : faults[changeFaultOf(failure)]

  return (
    <div class="send-again">
      {state === 'asking' && end ? (
        <QuietQuestion end={end} sendNow={sendNow} sendLater={send} onLeave={() => setState('ready')} />
      ) : (
        <button type="button" disabled={state === 'sending'} onClick={() => (end ? setState('asking') : send())}>
          {say.sendAgain}
        </button>
      )}
      <p role={news?.isFault ? 'alert' : 'status'} class={news?.isFault ? 'fault' : 'hint'}>
        {news?.text}
      </p>
    </div>
  )
}

interface QuietProps {
  end: string
  sendNow: () => void
  sendLater: () => void
  onLeave: () => void
}

/** Asks whether the reminder waits for the end of the quiet hours. */
function QuietQuestion({ end, sendNow, sendLater, onLeave }: QuietProps) {
  const { say, fill } = useTexts('timeline')
  return (
    <div class="question">
      <p>{fill(say.quiet, { at: end })}</p>
      <div class="row">
        <button type="button" class="main" ref={focus} onClick={sendLater}>
          {fill(say.sendAt, { at: end })}
        </button>
        <button type="button" onClick={sendNow}>
          {say.sendNow}
        </button>
        <button type="button" onClick={onLeave}>
          {say.leave}
        </button>
      </div>
    </div>
  )
}
