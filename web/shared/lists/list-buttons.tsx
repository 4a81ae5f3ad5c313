import { useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useTexts } from '../language.tsx'
import type { CallListRow } from './call-list.tsx'
import { saveCsv } from './save-csv.ts'
import { spreadsheetOf } from './spreadsheet.ts'
import { usePrinting } from './use-printing.tsx'

interface Props {
  title: string
  /** Whether the list has no rows, or is still loading. */
  isEmpty: boolean
  /** Whether the list has more rows than the loaded ones. */
  isMore: boolean
  loadedRows: () => CallListRow[]
  /** The name of the list in the file's name, and its day. */
  name: string
  day: string
  /** Reads at most `count` rows of the whole list. */
  readRows: (client: Client, count: number) => Promise<CallListRow[]>
}

// About 60 sheets of paper (docs/decisions/0091).
const maxRows = 1_000
// Five days of the largest hospital.
const maxFileRows = 100_000

/** Downloads the whole list for a spreadsheet, and prints it as a call list. */
export function ListButtons({ title, isEmpty, isMore, loadedRows, name, day, readRows }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill, locale } = useTexts('lists')
  const { token, entity } = session
  const heading = { clinic: entity.name, title, time }
  const print = usePrinting(() => {
    const rows = loadedRows()
    return { ...heading, rows: rows.slice(0, maxRows), isMore: isMore || rows.length > maxRows }
  })
  const [isTooLong, setTooLong] = useState(false)

  const download = useAction(async () => {
    const rows = await readRows(connect(token, { retries: 1 }), maxFileRows)
    saveCsv(await spreadsheetOf(rows, say.fileColumns, time, locale), `${entity.id}_${name}_${day}`)
  })
  const printing = useAction(async () => {
    const rows = await readRows(connect(token, { retries: 1 }), maxRows + 1)
    setTooLong(rows.length > maxRows)
    if (rows.length <= maxRows) print({ ...heading, rows, isMore: false })
  })

  return (
    <div class="list-buttons">
      {[
        { ...download, texts: say.download },
        { ...printing, texts: say.print },
      ].map(({ state, run, texts }) => (
        <button type="button" class="quiet" onClick={run} disabled={isEmpty || state === 'reading'}>
          {texts[state]}
        </button>
      ))}
      {isTooLong && (
        <p class="fault" role="alert">
          {fill(say.tooLong, { max: maxRows.toLocaleString(locale) })}
        </p>
      )}
    </div>
  )
}

/** The state of an action that reads from the service. */
function useAction(act: () => Promise<void>) {
  const [state, setState] = useState<'ready' | 'reading' | 'failed'>('ready')
  async function run() {
    setState('reading')
    await act().then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }
  return { state, run }
}
