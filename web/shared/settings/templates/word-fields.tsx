import { useLayoutEffect, useRef } from 'preact/hooks'
import { textOf, useWords } from '../../language.tsx'
import type { Faults } from './faults.ts'
import { insertPlaceholder } from './insert-placeholder.ts'
import type { Words } from './words.ts'

interface Props {
  words: Words
  placeholders: string[]
  faults: Faults
  isLetter: boolean
  isReadOnly: boolean
  language: string
  direction: 'ltr' | 'rtl'
  plugin: string
  onType: (words: Words) => void
}

type Part = keyof Words
type Field = HTMLInputElement | HTMLTextAreaElement

/** The fields of a message, and buttons that insert placeholders at the cursor. */
export function WordFields({ words, placeholders, faults, isLetter, onType, ...rest }: Props) {
  const say = useWords('templates')
  const { isReadOnly, language, direction, plugin } = rest
  const nameOfPlaceholder = usePlaceholderNames(plugin)
  const fields = useRef<Partial<Record<Part, Field | null>>>({})
  const latest = useRef<Part>('text')
  const cursor = useRef<number | undefined>(undefined)
  // The browser moves the cursor to the end when the text is replaced.
  useLayoutEffect(() => {
    if (cursor.current === undefined) return
    const field = fields.current[latest.current]
    field?.focus()
    field?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })

  function insert(name: string) {
    const part = latest.current
    const field = fields.current[part]
    if (!field) return
    const { value: text, selectionStart, selectionEnd } = field
    const inserted = insertPlaceholder(
      { text, start: selectionStart ?? text.length, end: selectionEnd ?? text.length },
      name,
    )
    cursor.current = inserted.start
    onType({ ...words, [part]: inserted.text })
  }

  const attributesOf = (part: Part) => ({
    id: `template-${part}`,
    value: words[part],
    readOnly: isReadOnly,
    lang: language,
    dir: direction,
    'aria-describedby': `template-${part}-hint template-${part}-fault`,
    'aria-invalid': faults[part] !== undefined,
    onFocus: () => {
      latest.current = part
    },
    onInput: (event: { currentTarget: Field }) => onType({ ...words, [part]: event.currentTarget.value }),
  })

  return (
    <>
      {isLetter && (
        <div class="field">
          <label for="template-subject">{say.subject}</label>
          <input
            {...attributesOf('subject')}
            ref={(element) => {
              fields.current.subject = element
            }}
          />
          <FaultsOf part="subject" faults={faults.subject} />
          <p class="hint" id="template-subject-hint">
            {say.subjectHint}
          </p>
        </div>
      )}
      <div class="field">
        <label for="template-text">{say.text}</label>
        <textarea
          {...attributesOf('text')}
          rows={7}
          ref={(element) => {
            fields.current.text = element
          }}
        />
        <FaultsOf part="text" faults={[...(faults.text ?? []), ...(faults[''] ?? [])]} />
        <p class="hint" id="template-text-hint">
          {isLetter ? say.letterHint : say.textHint}
        </p>
      </div>
      <fieldset class="placeholders">
        <legend>{say.placeholders}</legend>
        <p class="hint">{say.insertAt}</p>
        <div class="row">
          {placeholders.map((name) => (
            <button type="button" key={name} disabled={isReadOnly} onClick={() => insert(name)}>
              {nameOfPlaceholder(name)} <code dir="ltr">{`{${name}}`}</code>
            </button>
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** The service states faults in English. */
function FaultsOf({ part, faults = [] }: { part: Part; faults: string[] | undefined }) {
  return (
    <div class="fault" id={`template-${part}-fault`} role="alert" lang="en">
      {faults.map((fault) => (
        <p key={fault} dir="auto">
          {fault}
        </p>
      ))}
    </div>
  )
}

function usePlaceholderNames(plugin: string) {
  const { names } = useWords('templates')
  const plugins = useWords('plugins')
  const { details } = plugins[plugin as keyof typeof plugins] ?? plugins.other
  return (name: string) => textOf(names, name) ?? textOf(details, name) ?? name
}
