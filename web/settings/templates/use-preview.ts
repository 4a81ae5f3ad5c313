import { useEffect, useState } from 'preact/hooks'
import type { Draft, Preview, TemplateKey } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { type Faults, refusalOf } from './faults.ts'

const settleAfterMs = 300

export interface Shown {
  /** The latest preview without faults. */
  preview: Preview | undefined
  faults: Faults
  isFailed: boolean
}

/** Previews the words when the typing pauses. A later request replaces an unfinished one. An undefined draft has no preview, and
 *  one without words has that of the words that apply. */
export function usePreview({ token, entity }: Session, key: TemplateKey, draft: Partial<Draft> | undefined): Shown {
  const [shown, setShown] = useState<Shown>({ preview: undefined, faults: {}, isFailed: false })
  useEffect(() => {
    if (!draft) return
    const ending = new AbortController()
    const timer = setTimeout(show, shown.preview ? settleAfterMs : 0)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }

    async function show() {
      try {
        const client = connect(token, { signal: ending.signal, retries: 2, timeoutMs: 15_000 })
        const preview = await client.previewTemplate(entity.id, key, draft)
        setShown({ preview, faults: {}, isFailed: false })
      } catch (error) {
        if (ending.signal.aborted) return
        const refusal = refusalOf(error)
        const faults = 'faults' in refusal ? refusal.faults : {}
        setShown(({ preview }) => ({ preview, faults, isFailed: !('faults' in refusal) }))
      }
    }
  }, [draft === undefined, draft?.subject, draft?.text])
  return shown
}
