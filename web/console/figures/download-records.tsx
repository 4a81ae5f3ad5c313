import { useState } from 'preact/hooks'
import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { saveList } from '../../shared/lists/save-csv.ts'
import type { Period } from '../../shared/time/period.ts'
import { writtenPeriod } from '../visits/written-days.ts'

/** Saves the filtered records as a file, and names their days: the list may show only one of them. The search does not apply. */
export function DownloadRecords({ period, filters }: { period: Period; filters: object }) {
  const { say, locale } = useTexts('lists')
  const [state, setState] = useState<'ready' | 'reading' | 'failed'>('ready')
  const { entity, token } = useSignedIn().session

  async function download() {
    setState('reading')
    try {
      const client = connect(token, { timeoutMs: 600_000 })
      const csv = await client.csv(entity.id, period.from, period.to, filters)
      await saveList(csv, `${entity.id}_${period.from}_${period.to}`, locale)
      setState('ready')
    } catch {
      setState('failed')
    }
  }

  return (
    <button type="button" onClick={download} disabled={state === 'reading'}>
      {say.download[state]} <span class="hint">{writtenPeriod(period, locale)}</span>
    </button>
  )
}
