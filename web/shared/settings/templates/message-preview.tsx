import { useState } from 'preact/hooks'
import type { NotificationStatus, Preview, TemplateKey } from '../../../../client/client.ts'
import { directionOf } from '../../../../client/words.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useTexts, useWords } from '../../language.tsx'
import { Fault } from '../../look/fault.tsx'
import { MessageFrame, type Scheme } from '../../look/message-frame.tsx'
import { segmentsOf } from './segments.ts'
import type { PreviewState } from './use-preview.ts'

interface Props {
  shown: PreviewState
  language: TemplateKey['language']
  /** Whose message it is; without one, an example. */
  visit: NotificationStatus | null | undefined
}

/** The message as a contact would receive it. */
export function MessagePreview({ shown: { preview, faults, isFailed }, language, visit }: Props) {
  const { say, fill } = useTexts('templates')
  const { time } = useSignedIn()
  return (
    <section class="part shown-message" aria-labelledby="template-preview">
      <h3 id="template-preview">{say.preview}</h3>
      <p class="hint">
        {visit?.starts_at === undefined ? say.example : fill(say.exampleNext, { when: time.moment(visit.starts_at) })}
      </p>
      {isFailed && <Fault>{say.noPreview}</Fault>}
      {preview && <Message preview={preview} language={language} />}
      {preview && Object.keys(faults).length > 0 && <p class="hint">{say.outdated}</p>}
      <p class="segments" role="status">
        {preview && <Segments preview={preview} />}
      </p>
    </section>
  )
}

/** A text, a message in a messenger, or a mail. Only a mail has a subject. */
function Message({ preview: { subject, text, html }, language }: { preview: Preview; language: Props['language'] }) {
  const say = useWords('templates')
  if (html === undefined) {
    return (
      <div class="telephone">
        <p class="text-message" lang={language} dir={directionOf(language)}>
          {text}
        </p>
      </div>
    )
  }
  return subject === undefined ? (
    <MessageFrame html={html} title={say.preview} />
  ) : (
    <Mail subject={subject} html={html} />
  )
}

function Segments({ preview }: { preview: Preview }) {
  const { say, fill } = useTexts('templates')
  const segments = segmentsOf(preview)
  if (!segments) return null
  const { count, size, letters } = segments
  const quoted = letters.map((letter) => `“${letter}”`).join(' ')
  return (
    <>
      {fill(say.segments, { count, size })}{' '}
      {letters.length > 0 && fill(say.larger, { count: letters.length, letters: quoted })}
    </>
  )
}

const schemes: Scheme[] = ['light', 'dark']

/** A mail, in the light or dark colours of the contact's mail program. */
function Mail({ subject, html }: { subject: string; html: string }) {
  const say = useWords('templates')
  const [scheme, setScheme] = useState<Scheme>('light')
  return (
    <>
      <fieldset class="choice" aria-label={say.scheme}>
        {schemes.map((one) => (
          <button type="button" key={one} aria-pressed={one === scheme} onClick={() => setScheme(one)}>
            {say[one]}
          </button>
        ))}
      </fieldset>
      <p class="subject" dir="auto">
        <strong>{subject}</strong>
      </p>
      <MessageFrame key={scheme} html={html} title={subject} scheme={scheme} />
    </>
  )
}
