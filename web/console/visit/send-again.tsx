import { useState } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { useFormat, useWords } from '../../language.tsx'
import { save } from '../change.ts'
import { changeFaultOf } from '../change-fault.ts'

interface Props {
  session: Session
  id: string
  time: ClinicTime
  /** When the quiet hours end; undefined: a reminder goes out at once. */
  quietUntil: string | undefined
  onSent: () => void
}

/** The button that asked is gone, and had the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

type State = 'ready' | 'asking' | 'sending'

/** Sends the contact a reminder. In quiet hours, asks whether it waits for their end. */
export function SendAgain({ session, id, time, quietUntil, onSent }: Props) {
  const say = useWords('timeline')
  const { faults } = useWords('work')
  const fill = useFormat()
  const [state, setState] = useState<State>('ready')
  const [news, setNews] = useState<{ text: string; isFault: boolean }>()
  const end = quietUntil && time.moment(quietUntil)

  async function send(isUrgent: boolean) {
    setState('sending')
    setNews(undefined)
    const failure = await save(session, (client) => client.remind(session.entity.id, id, isUrgent)).catch(
      (error: unknown) => error,
    )
    setState('ready')
    if (failure instanceof Error) return setNews({ text: wordsOf(failure), isFault: true })
    setNews({ text: end && !isUrgent ? fill(say.willSend, { at: end }) : say.sent, isFault: false })
    onSent()
  }

  const wordsOf = (failure: Error) =>
    failure instanceof ProblemError && failure.code === 'reminded-recently'
      ? say.remindedRecently
      : faults[changeFaultOf(failure)]

  return (
    <div class="send-again">
      {state === 'asking' && end ? (
        <QuietQuestion {...{ end, send }} onLeave={() => setState('ready')} />
      ) : (
        <button type="button" disabled={state === 'sending'} onClick={() => (end ? setState('asking') : send(false))}>
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
  send: (isUrgent: boolean) => void
  onLeave: () => void
}

/** Asks whether the reminder waits for the end of the quiet hours. */
function QuietQuestion({ end, send, onLeave }: QuietProps) {
  const say = useWords('timeline')
  const fill = useFormat()
  return (
    <div class="question">
      <p>{fill(say.quiet, { at: end })}</p>
      <div class="row">
        <button type="button" class="main" ref={focus} onClick={() => send(false)}>
          {fill(say.sendAt, { at: end })}
        </button>
        <button type="button" onClick={() => send(true)}>
          {say.sendNow}
        </button>
        <button type="button" onClick={onLeave}>
          {say.leave}
        </button>
      </div>
    </div>
  )
}
