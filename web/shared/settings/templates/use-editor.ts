import { useEffect, useRef, useState } from 'preact/hooks'
import {
  type Client,
  ProblemError,
  type TaggedResource,
  type Template,
  type TemplateKey,
} from '../../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { drafts } from '../../loading/drafts.ts'
import { type EditorEvent, type EditorState, nextState } from './editor-state.ts'
import { type Refusal, refusalOf } from './faults.ts'
import { nameOf } from './kinds.ts'
import { areSame, draftOf, mailOf, type Words, wordsOf } from './words.ts'

export interface Editor {
  state: EditorState
  /** The stored words: the entity's own, or the shipped ones. Undefined until they are loaded. */
  stored: Template | undefined
  words: Words
  refusal: Refusal | undefined
  load(): void
  type(words: Words): void
  discard(): void
  /** Stores the words, by default those in the fields.
   *  @param also the mail that gets the words of a text */
  store(also?: TemplateKey, next?: Words): Promise<boolean>
  /** Makes other words apply: the shipped ones, or those of a version. */
  restore(version?: number, also?: TemplateKey): Promise<boolean>
}

/** The editor of one message. It begins with the words that somebody has typed and not saved. */
export function useEditor(key: TemplateKey, onChanged: () => void): Editor {
  const { token, entity } = useSignedIn().session
  const draftName = `${entity.id}/words/${nameOf(key)}`
  const [state, setState] = useState<EditorState>('loading')
  const [attempt, setAttempt] = useState(0)
  const [stored, setStored] = useState<TaggedResource<Template>>()
  const [words, setWords] = useState<Words>({ subject: '', text: '' })
  const [refusal, setRefusal] = useState<Refusal>()
  const happens = (event: EditorEvent) => setState((current) => nextState(current, event))
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

  function show(template: TaggedResource<Template>) {
    const draft = drafts.of<Words>(draftName)
    setStored(template)
    setWords(draft ?? wordsOf(template.resource))
    happens('loaded')
    if (draft) happens('typed')
  }

  function type(next: Words) {
    const isSame = areSame(next, wordsOf(stored!.resource))
    drafts.set(draftName, isSame ? undefined : next)
    setWords(next)
    happens(isSame ? 'reverted' : 'typed')
  }

  async function change(
    make: (client: Client, etag: string) => Promise<TaggedResource<Template>>,
    also?: TemplateKey,
  ): Promise<boolean> {
    happens('save')
    setRefusal(undefined)
    const client = connect(token, { retries: 1, timeoutMs: 15_000 })
    try {
      const template = await make(client, stored!.etag).catch((error) => afterConflict(client, error))
      // If the mail fails, the next attempt begins with this version.
      setStored(template)
      if (also) await shareWith(client, also, template.resource)
      drafts.set(draftName, undefined)
      onChanged()
      if (!isShown.current) return false
      setWords(wordsOf(template.resource))
      happens('saved')
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      happens('refuse')
      return false
    }
  }

  /** Gives a mail the words of the text. */
  async function shareWith(client: Client, mail: TemplateKey, text: Template) {
    if (text.default) await client.deleteTemplate(entity.id, mail)
    else await client.setTemplate(entity.id, mail, draftOf(mailOf(text)))
  }

  /** Reads the words of somebody who was faster, so that the next attempt replaces them. An attempt without a response may have stored
   *  the same words. */
  async function afterConflict(client: Client, error: unknown): Promise<TaggedResource<Template>> {
    if (!(error instanceof ProblemError) || error.code !== 'changed-meanwhile') throw error
    const current = await client.template(entity.id, key)
    if (areSame(words, wordsOf(current.resource))) return current
    setStored(current)
    onChanged()
    throw error
  }

  return {
    state,
    stored: stored?.resource,
    words,
    refusal,
    type,
    load() {
      happens('open')
      setAttempt(attempt + 1)
    },
    discard: () => type(wordsOf(stored!.resource)),
    store: (also, next = words) =>
      change((client, etag) => client.setTemplate(entity.id, key, draftOf(next), etag), also),
    restore: (version, also) =>
      change(async (client, etag) => {
        if (version !== undefined) return client.restoreTemplate(entity.id, key, version, etag)
        await client.deleteTemplate(entity.id, key, etag)
        return client.template(entity.id, key)
      }, also),
  }
}
