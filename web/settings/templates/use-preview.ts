import { useEffect, useState } from 'preact/hooks'
import type { Preview, TemplateKey } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'
import { type Faults, refusalOf } from './faults.ts'
import { draftOf, type Words } from './words.ts'

const settleAfterMs = 300

export interface Shown {
  /** The latest preview without faults. */
  preview: Preview | undefined
  faults: Faults
  isFailed: boolean
}

/** Previews the words when the typing pauses. A later request replaces an unfinished one. Undefined words have no preview. */
export function usePreview({ token, entity }: Session, key: TemplateKey, words: Words | undefined): Shown {
  const [shown, setShown] = useState<Shown>({ preview: undefined, faults: {}, isFailed: false })
  useEffect(() => {
    if (!words) return
    const ending = new AbortController()
    const timer = setTimeout(show, shown.preview ? settleAfterMs : 0)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }

    async function show() {
      try {
        const client = connect(token, { signal: ending.signal, retries: 2, timeoutMs: 15_000 })
        const preview = await client.previewTemplate(entity.id, key, draftOf(words!))
        setShown({ preview, faults: {}, isFailed: false })
      } catch (error) {
        if (ending.signal.aborted) return
        const refusal = refusalOf(error)
        const faults = 'faults' in refusal ? refusal.faults : {}
        setShown(({ preview }) => ({ preview, faults, isFailed: !('faults' in refusal) }))
      }
    }
  }, [words?.subject, words?.text])
  return shown
}
