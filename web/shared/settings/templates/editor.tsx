import { useState } from 'preact/hooks'
import type { Template, TemplateKey } from '../../../../client/client.ts'
import { directionOf } from '../../../../client/words.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useTexts, useWords } from '../../language.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Fault } from '../../look/fault.tsx'
import { isEditable } from './editor-state.ts'
import { nameOf, otherOf } from './kinds.ts'
import { useMessageNames } from './message-names.ts'
import { MessagePreview } from './message-preview.tsx'
import { SaveTemplate } from './save-template.tsx'
import { TestMessage } from './test-message.tsx'
import { useEditor } from './use-editor.ts'
import { useNextVisit } from './use-next-visit.ts'
import { usePreview } from './use-preview.ts'
import { Versions } from './versions.tsx'
import { WordFields } from './word-fields.tsx'
import { draftOf, hasSubject, isShared, mailOf } from './words.ts'

interface Props {
  message: TemplateKey
  /** Called when other words apply. */
  onChanged: () => void
}

/** The words of one message beside the message. The mail of a text has the same words, unless the clinic wants others. */
export function TemplateEditor({ message, onChanged }: Props) {
  const say = useWords('templates')
  const { nameOfMessage } = useMessageNames()
  const editor = useEditor(message, onChanged)
  const [saved, setSaved] = useState('')
  const { state, stored, words, refusal } = editor
  const [other, isOtherKnown] = useOther(message, `${stored?.version} ${state === 'saving'}`)
  const isText = message.channel === 'mobile'
  const hasSame = stored && other && (isText ? isShared(stored, other) : isShared(other, stored))
  const [isOpened, setOpened] = useState(false)
  // The service refuses other words of a message whose words are fixed.
  const draft = stored?.fixed === undefined ? draftOf(words) : undefined
  const visit = useNextVisit(message)
  // The shipped message has more than one form, and the own sentence.
  const sent = state === 'clean' && stored?.default ? {} : (draft ?? {})
  const shown = usePreview(message, stored && sent, visit)
  if (state === 'unreadable') {
    return (
      <Fault>
        {say.unreadable}{' '}
        <button
          type="button"
          onClick={() => {
            editor.load()
            onChanged()
          }}
        >
          {say.again}
        </button>
      </Fault>
    )
  }
  if (!stored || !isOtherKnown) return <p aria-busy="true" />
  const preview = <MessagePreview shown={shown} language={message.language} visit={visit} />
  if (!draft) {
    return (
      <>
        <div class="editor">
          <FixedWords message={message} />
          {preview}
        </div>
        <TestMessage message={message} draft={undefined} about={say.testFixed} />
      </>
    )
  }
  const also = isText && hasSame ? otherOf(message) : undefined
  const isClosed = !isText && hasSame && !isOpened && state === 'clean'
  const faults = state === 'refused' && refusal && 'faults' in refusal ? refusal.faults : shown.faults

  async function share() {
    if (!hasSame && !(await (other!.default ? editor.restore() : editor.store(undefined, mailOf(other!))))) return
    if (hasSame) editor.discard()
    else setSaved(say.mail.again)
    setOpened(false)
  }

  return (
    <>
      <div class="editor">
        <form class="part" onSubmit={(event) => event.preventDefault()} aria-labelledby="edited">
          <h3 id="edited">{nameOfMessage(message)}</h3>
          <Standing stored={stored} message={message} />
          {other && isText && <p class="hint">{hasSame ? say.mail.also : say.mail.differs}</p>}
          {other && !isText && (
            <label class="check">
              <input
                type="checkbox"
                checked={!isClosed}
                disabled={state === 'saving'}
                onChange={() => (isClosed ? setOpened(true) : share())}
              />{' '}
              {say.mail.own}
            </label>
          )}
          {isClosed ? (
            <>
              <p>{say.mail.asText}</p>
              <p class="done" role="status">
                {saved}
              </p>
            </>
          ) : (
            <>
              <WordFields
                words={words}
                placeholders={stored.placeholders}
                faults={faults}
                isLetter={hasSubject(stored)}
                isReadOnly={!isEditable(state)}
                language={message.language}
                direction={directionOf(message.language)}
                plugin={`${message.category}/${message.target}`}
                onType={(next) => {
                  setSaved('')
                  editor.type(next)
                }}
              />
              <SaveTemplate
                editor={{ ...editor, store: () => editor.store(also), restore: () => editor.restore(undefined, also) }}
                isOwn={!stored.default && stored.language === message.language}
                saved={saved}
                onSaved={setSaved}
              />
            </>
          )}
        </form>
        {preview}
      </div>
      <div class="editor">
        <TestMessage message={message} draft={draft} about={draft ? say.testAbout : say.testFixed} />
        <Versions
          message={message}
          generation={stored.version ?? `${stored.default}`}
          onRestore={async (version) => {
            if (await editor.restore(version, also)) setSaved(say.versionRestored)
          }}
        />
      </div>
    </>
  )
}

/** Reads the same message in the other form: the mail of a text, or the text of a mail. Also returns whether it was read.
 *  @param generation changes with this message, whose change may change the other one */
function useOther(message: TemplateKey, generation: string): [Template | undefined, boolean] {
  const { entity } = useSignedIn().session
  const other = otherOf(message)
  const { found, error } = useLoaded(
    other && `${entity.id}/${nameOf(other)}`,
    async (client) => (await client.template(entity.id, other!)).resource,
    generation,
  )
  return [found, found !== undefined || error !== undefined || other === undefined]
}

/** Says why nobody can change the words. */
function FixedWords({ message }: { message: TemplateKey }) {
  const { say, fill } = useTexts('templates')
  const { nameOfMessage, nameOfChannel } = useMessageNames()
  return (
    <section class="part" aria-labelledby="edited">
      <h3 id="edited">{nameOfMessage(message)}</h3>
      <p class="hint">{fill(say.fixed, { channel: nameOfChannel(message.channel) })}</p>
    </section>
  )
}

/** Says whose words these are. */
function Standing({ stored, message }: { stored: Template; message: TemplateKey }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('templates')
  const { nameOfLanguage } = useMessageNames()
  const { changed_by: by = '', changed_at: at, language } = stored
  if (stored.default) return <p class="hint">{say.isShipped}</p>
  if (language !== message.language)
    return <p class="hint">{fill(say.inherited, { language: nameOfLanguage(language) })}</p>
  return <p class="hint">{fill(say.changedBy, { by, at: time.moment(at!) })}</p>
}
