import { useRef, useState } from 'preact/hooks'
import type { SentMessage } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useRead } from '../../access/use-read.ts'
import type { ClinicTime } from '../../clinic-time.ts'
import { textOf, useWords } from '../../language.tsx'
import { MessageFrame } from '../../look/message-frame.tsx'

interface Props {
  session: Session
  notificationId: string
  time: ClinicTime
  /** Grows when the visit has changed. */
  generation: number
}

/** The messages of a notification, as the contact received them. */
export function SentMessages({ session, notificationId, time, generation }: Props) {
  const say = { ...useWords('console'), ...useWords('messages') }
  const { messages, load } = useMessages(session, notificationId, generation)
  if (messages === 'failed') {
    return (
      <p class="fault" role="alert">
        {say.messagesFailed}{' '}
        <button type="button" onClick={load}>
          {say.again}
        </button>
      </p>
    )
  }
  if (!messages || messages.length === 0) return null
  const latest = new Set(new Map(messages.map((one) => [one.channel, one])).values())
  return (
    <section class="messages" aria-labelledby="messages">
      <h3 id="messages">{say.messages}</h3>
      <p class="hint">{say.renderedAgain}</p>
      {messages.map((message) => (
        <details key={`${message.sent_at} ${message.kind} ${message.uid}`} open={latest.has(message)}>
          <summary>
            {say.kinds[message.kind]} · {textOf(say.channels, message.channel) ?? message.channel} ·{' '}
            <time dateTime={message.sent_at}>{time.moment(message.sent_at)}</time>
            <span class="hint" dir="auto">
              {' '}
              {message.uid}
            </span>
          </summary>
          <Content message={message} />
        </details>
      ))}
    </section>
  )
}

function Content({ message: { kind, subject, text, html } }: { message: SentMessage }) {
  const say = useWords('messages')
  if (text === undefined) return <p class="hint">{say.notRendered}</p>
  if (html === undefined) {
    return (
      <p class="text-message" dir="auto">
        {text}
      </p>
    )
  }
  return (
    <>
      {subject !== undefined && (
        <p class="subject" dir="auto">
          <span class="hint">{say.subject}:</span> {subject}
        </p>
      )}
      <MessageFrame html={html} title={subject ?? say.kinds[kind]} />
    </>
  )
}

function useMessages({ token, entity }: Session, id: string, generation: number) {
  const [attempt, setAttempt] = useState(0)
  const latest = useRef<SentMessage[]>(undefined)
  const read = useRead(token, `${entity.id} ${id} ${generation} ${attempt}`, (client) =>
    client.sentMessages(entity.id, id).catch(() => 'failed' as const),
  )
  if (typeof read === 'object') latest.current = read
  return { messages: read ?? latest.current, load: () => setAttempt(attempt + 1) }
}
