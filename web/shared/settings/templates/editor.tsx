import { useState } from 'preact/hooks'
import type { Template, TemplateKey } from '../../../../client/client.ts'
import { directionOf } from '../../../../client/words.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useTexts, useWords } from '../../language.tsx'
import { Fault } from '../../look/fault.tsx'
import { isEditable } from './editor-state.ts'
import { useMessageNames } from './message-names.ts'
import { MessagePreview } from './message-preview.tsx'
import { SaveTemplate } from './save-template.tsx'
import { TestMessage } from './test-message.tsx'
import { useEditor } from './use-editor.ts'
import { usePreview } from './use-preview.ts'
import { Versions } from './versions.tsx'
import { WordFields } from './word-fields.tsx'
import { draftOf, hasSubject } from './words.ts'

interface Props {
  message: TemplateKey
  /** Called when other words apply. */
  onChanged: () => void
}

/** The words of one message beside the message. */
export function TemplateEditor({ message, onChanged }: Props) {
  const say = useWords('templates')
  const { nameOfMessage } = useMessageNames()
  const editor = useEditor(message, onChanged)
  const [saved, setSaved] = useState('')
  const { state, stored, words, refusal } = editor
  // The service refuses other words of a message whose words are fixed.
  const draft = stored?.fixed === undefined ? draftOf(words) : undefined
  const shown = usePreview(message, stored && (draft ?? {}))
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
  if (!stored) return <p aria-busy="true" />
  if (!draft) {
    return (
      <>
        <div class="editor">
          <FixedWords message={message} />
          <MessagePreview shown={shown} language={message.language} />
        </div>
        <TestMessage message={message} draft={undefined} about={say.testFixed} />
      </>
    )
  }
  const isOwn = !stored.default && stored.language === message.language
  const faults = state === 'refused' && refusal && 'faults' in refusal ? refusal.faults : shown.faults
  return (
    <>
      <div class="editor">
        <form class="part" onSubmit={(event) => event.preventDefault()} aria-labelledby="edited">
          <h3 id="edited">{nameOfMessage(message)}</h3>
          <Standing stored={stored} message={message} />
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
          <SaveTemplate editor={editor} isOwn={isOwn} saved={saved} onSaved={setSaved} />
        </form>
        <MessagePreview shown={shown} language={message.language} />
      </div>
      <div class="editor">
        <TestMessage message={message} draft={draft} about={draft ? say.testAbout : say.testFixed} />
        <Versions
          message={message}
          generation={stored.version ?? `${stored.default}`}
          onRestore={async (version) => {
            if (await editor.restore(version)) setSaved(say.versionRestored)
          }}
        />
      </div>
    </>
  )
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
