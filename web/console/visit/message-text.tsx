import { useState } from 'preact/hooks'
import type { SentMessage } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { Failure } from '../../shared/look/fault.tsx'
import { MessageFrame } from '../../shared/look/message-frame.tsx'

interface Props {
  notificationId: string
  /** The id of the message in the timeline. */
  messageId: string
}

/** A message as the contact received it. The service renders it again when somebody opens it. */
export function MessageText({ notificationId, messageId }: Props) {
  const say = useWords('messages')
  const [isOpened, setOpened] = useState(false)
  return (
    <details class="as-sent" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>{say.showMessage}</summary>
      {isOpened && <Read notificationId={notificationId} messageId={messageId} />}
    </details>
  )
}

function Read({ notificationId, messageId }: Props) {
  const { entity } = useSignedIn().session
  const say = { ...useWords('console'), ...useWords('messages') }
  const {
    found: messages,
    error,
    load,
  } = useLoaded(`${entity.id} ${notificationId}`, (client) => client.sentMessages(entity.id, notificationId))
  if (error !== undefined) {
    return <Failure text={say.messagesFailed} again={say.again} onAgain={load} />
  }
  if (!messages) return <p class="hint" aria-busy="true" />
  const message = messages.find(({ id }) => id === messageId)
  return (
    <>
      <Content message={message} />
      <p class="hint">{say.renderedAgain}</p>
    </>
  )
}

function Content({ message }: { message: SentMessage | undefined }) {
  const say = useWords('messages')
  if (message?.text === undefined) return <p class="hint">{say.notRendered}</p>
  const { kind, subject, text, html } = message
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
