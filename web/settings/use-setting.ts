import { useEffect, useReducer, useState } from 'preact/hooks'
import { type Client, ProblemError } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'
import { save as saveChange } from '../console/change.ts'
import { afterEvent } from './setting-state.ts'

interface Setting<Value> {
  read(client: Client, entityId: string): Promise<Value>
  /** @param stored what the page had read before the change */
  write(client: Client, entityId: string, value: Value, stored: Value): Promise<Value>
}

/** A setting of the entity, with a draft of its change. */
export function useSetting<Value>({ token, entity }: Session, { read, write }: Setting<Value>) {
  const [state, happens] = useReducer(afterEvent, 'loading' as const)
  const [stored, setStored] = useState<Value>()
  const [draft, setDraft] = useState<Value>()
  const [fault, setFault] = useState<SaveFault>()

  function show(value: Value) {
    setStored(value)
    setDraft(value)
  }

  useEffect(() => {
    if (state !== 'loading') return
    const ending = new AbortController()
    read(connect(token, { signal: ending.signal, retries: 1 }), entity.id).then(
      (value) => {
        show(value)
        happens('loaded')
      },
      () => !ending.signal.aborted && happens('failed'),
    )
    return () => ending.abort()
  }, [state === 'loading', entity.id])

  return {
    ...{ state, stored, draft, fault },
    isChanged: JSON.stringify(draft) !== JSON.stringify(stored),
    load: () => happens('load'),
    edit(value: Value) {
      setDraft(value)
      happens('edit')
    },
    async save() {
      happens('save')
      setFault(undefined)
      try {
        show(await saveChange({ token }, (client) => write(client, entity.id, draft!, stored!)))
        happens('saved')
      } catch (error) {
        setFault(saveFaultOf(error))
        happens('failed')
      }
    },
  }
}

/** Why the service did not save a setting. */
interface SaveFault {
  kind: 'refused' | 'not-allowed' | 'failed'
  /** The reasons of the service. */
  detail: string
}

function saveFaultOf(error: unknown): SaveFault {
  if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429)
    return { kind: 'failed', detail: '' }
  if (error.status === 401 || error.status === 403) return { kind: 'not-allowed', detail: '' }
  const reasons = error.errors?.map(({ reason }) => reason) ?? []
  return { kind: 'refused', detail: reasons.join('; ') }
}
