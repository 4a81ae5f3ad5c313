import { useContext, useEffect, useReducer, useState } from 'preact/hooks'
import { type Client, ProblemError, type TaggedResource } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { RefusedContext, refusalOfCredential } from '../access/refused.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { drafts } from '../loading/drafts.ts'
import { changedNames, isConflict, withChanges } from './merge.ts'
import { afterEvent, type SettingState } from './setting-state.ts'

interface Setting<Value> {
  read(client: Client, entityId: string): Promise<TaggedResource<Value>>
  /** @param etag the version that the change is for
   *  @param stored this version */
  write(client: Client, entityId: string, value: Value, etag: string, stored: Value): Promise<TaggedResource<Value>>
}

/** A draft, and the version that it changes. */
interface Edit<Value> {
  stored: TaggedResource<Value>
  draft: Value
}

/** A setting of the entity, with a draft of its change. The draft stays if the connection is lost, the session ends, or somebody else
 *  has changed the setting meanwhile. */
export function useSetting<Value extends object>(name: string, { read, write }: Setting<Value>) {
  const { token, entity } = useSignedIn().session
  const draftName = `${entity.id}/${name}`
  const [state, happens] = useReducer(afterEvent, 'loading' as SettingState)
  const [edited, setEdited] = useState<Edit<Value>>()
  const [fault, setFault] = useState<SaveFault>()
  const refused = useContext(RefusedContext)
  const isChanged = edited !== undefined && changedNames(edited.stored.resource, edited.draft).length > 0

  function keep(stored: TaggedResource<Value>, draft: Value) {
    const next = { stored, draft }
    drafts.set(draftName, changedNames(stored.resource, draft).length > 0 ? next : undefined)
    setEdited(next)
  }

  /** Keeps the draft, applied to another version. Returns whether both change the same. */
  function rebase({ stored, draft }: Edit<Value>, current: TaggedResource<Value>) {
    keep(current, withChanges(current.resource, stored.resource, draft))
    return isConflict(current.resource, stored.resource, draft)
  }

  async function load(signal: AbortSignal) {
    try {
      const current = await read(connect(token, { signal, retries: 1 }), entity.id)
      const unsaved = drafts.of<Edit<Value>>(draftName) ?? { stored: current, draft: current.resource }
      happens(rebase(unsaved, current) ? 'conflicted' : 'loaded')
    } catch (error) {
      if (signal.aborted) return
      happens('failed')
      const why = refusalOfCredential(error)
      if (why) refused(why)
    }
  }

  useEffect(() => {
    if (state !== 'loading') return
    const ending = new AbortController()
    load(ending.signal)
    return () => ending.abort()
  }, [state === 'loading', entity.id])

  /** Saves a draft, also if somebody else has changed other properties. Returns undefined after a conflict. */
  async function store({ stored, draft }: Edit<Value>): Promise<TaggedResource<Value> | undefined> {
    const client = connect(token, { retries: 1, timeoutMs: 15_000 })
    try {
      return await write(client, entity.id, draft, stored.etag, stored.resource)
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'changed-meanwhile') throw error
    }
    const current = await read(client, entity.id)
    if (rebase({ stored, draft }, current)) return undefined
    const merged = withChanges(current.resource, stored.resource, draft)
    // An attempt without a response may have saved it.
    return changedNames(current.resource, merged).length === 0 ? current : store({ stored: current, draft: merged })
  }

  return {
    state,
    fault,
    isChanged,
    draft: edited?.draft,
    stored: edited?.stored.resource,
    load: () => happens('load'),
    edit(draft: Value) {
      keep(edited!.stored, draft)
      happens('edit')
    },
    discard() {
      keep(edited!.stored, edited!.stored.resource)
      happens('discard')
    },
    async save() {
      happens('save')
      setFault(undefined)
      try {
        const saved = await store(edited!)
        if (saved) keep(saved, saved.resource)
        happens(saved ? 'saved' : 'conflicted')
      } catch (error) {
        setFault(saveFaultOf(error))
        happens('failed')
        const why = refusalOfCredential(error)
        if (why) refused(why)
      }
    },
  }
}

/** Why the service did not save a setting. */
interface SaveFault {
  kind: 'refused' | 'not-allowed' | 'failed'
  /** The reasons of the service. */
  detail: string
  errors: ProblemError['errors']
}

function saveFaultOf(error: unknown): SaveFault {
  const unexplained = { detail: '', errors: [] }
  if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429)
    return { kind: 'failed', ...unexplained }
  if (error.status === 401 || error.status === 403) return { kind: 'not-allowed', ...unexplained }
  const { errors } = error
  return { kind: 'refused', detail: errors.map(({ reason }) => reason).join('; '), errors }
}
