import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client, Template, TemplateKey } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { unsaved } from './drafts.ts'
import { after, type EditorEvent, type EditorState } from './editor-state.ts'
import { type Refusal, refusalOf } from './faults.ts'
import { nameOf } from './kinds.ts'
import { areSame, draftOf, type Words, wordsOf } from './words.ts'

export interface Editor {
  state: EditorState
  /** The stored words: the entity's own, or the shipped ones. Undefined until they are loaded. */
  stored: Template | undefined
  words: Words
  refusal: Refusal | undefined
  load(): void
  type(words: Words): void
  discard(): void
  /** Stores the words. */
  store(): Promise<boolean>
  /** Makes other words apply: the shipped ones, or those of a version. */
  restore(version?: number): Promise<boolean>
}

/** The editor of one message. It begins with the words that somebody has typed and not saved. */
export function useEditor({ token, entity }: Session, key: TemplateKey, onChanged: () => void): Editor {
  const draftName = `${entity.id}/${nameOf(key)}`
  const [state, setState] = useState<EditorState>('loading')
  const [attempt, setAttempt] = useState(0)
  const [stored, setStored] = useState<Template>()
  const [words, setWords] = useState<Words>({ subject: '', text: '' })
  const [refusal, setRefusal] = useState<Refusal>()
  const happens = (event: EditorEvent) => setState((current) => after(current, event))
  const isShown = useRef(true)

  useEffect(() => {
    const ending = new AbortController()
    isShown.current = true
    connect(token, { signal: ending.signal, retries: 2 })
      .template(entity.id, key)
      .then(show, () => ending.signal.aborted || happens('failed'))
    return () => {
      isShown.current = false
      ending.abort()
    }
  }, [attempt])

  function show(template: Template) {
    const draft = unsaved.of(draftName)
    setStored(template)
    setWords(draft ?? wordsOf(template))
    happens('loaded')
    if (draft) happens('typed')
  }

  function type(next: Words) {
    const isSame = areSame(next, wordsOf(stored!))
    unsaved.set(draftName, isSame ? undefined : next)
    setWords(next)
    happens(isSame ? 'reverted' : 'typed')
  }

  async function change(make: (client: Client) => Promise<Template>): Promise<boolean> {
    happens('save')
    setRefusal(undefined)
    try {
      const template = await make(connect(token, { retries: 1, timeoutMs: 15_000 }))
      unsaved.set(draftName, undefined)
      onChanged()
      if (!isShown.current) return false
      setStored(template)
      setWords(wordsOf(template))
      happens('saved')
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      happens('refuse')
      return false
    }
  }

  return {
    ...{ state, stored, words, refusal, type },
    load() {
      happens('open')
      setAttempt(attempt + 1)
    },
    discard: () => type(wordsOf(stored!)),
    store: () => change((client) => client.setTemplate(entity.id, key, draftOf(words))),
    restore: (version) =>
      change(async (client) => {
        if (version !== undefined) return client.restoreTemplate(entity.id, key, version)
        await client.deleteTemplate(entity.id, key)
        return client.template(entity.id, key)
      }),
  }
}
