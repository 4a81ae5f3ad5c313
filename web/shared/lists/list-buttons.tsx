import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Client } from '../../../client/client.ts'
import { connect } from '../access/connect.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { LanguageContext, useLanguage, useTexts } from '../language.tsx'
import { Fault } from '../look/fault.tsx'
import { CallList, type CallListProps, type CallListRow } from './call-list.tsx'
import { csvOf, listTable } from './list-file.ts'
import { listSeparator } from './list-separator.ts'
import { saveCsv } from './save-csv.ts'

interface Props {
  title: string
  /** Whether the list has no rows, or is still loading. */
  isEmpty: boolean
  /** Whether the list has more rows than the loaded ones. */
  hasMore: boolean
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
export function ListButtons({ title, isEmpty, hasMore, loadedRows, name, day, readRows }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill, locale } = useTexts('lists')
  const { token, entity } = session
  const heading = { clinic: entity.name, title, time }
  const print = usePrinting(() => {
    const rows = loadedRows()
    return { ...heading, rows: rows.slice(0, maxRows), hasMore: hasMore || rows.length > maxRows }
  })
  const [isTooLong, setTooLong] = useState(false)

  const download = useAction(async () => {
    const rows = await readRows(connect(token, { retries: 1 }), maxFileRows)
    const table = listTable(rows, say.fileColumns, time)
    saveCsv(await csvOf(table, listSeparator(locale)), `${entity.id}_${name}_${day}`)
  })
  const printing = useAction(async () => {
    const rows = await readRows(connect(token, { retries: 1 }), maxRows + 1)
    setTooLong(rows.length > maxRows)
    if (rows.length <= maxRows) print({ ...heading, rows, hasMore: false })
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
      {isTooLong && <Fault>{fill(say.tooLong, { max: maxRows.toLocaleString(locale) })}</Fault>}
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

/** Returns a function that prints a list. The browser's own command prints the loaded part, unless a dialog is open. */
function usePrinting(loaded: () => CallListProps): (whole: CallListProps) => void {
  const language = useLanguage()
  const whole = useRef<CallListProps | undefined>(undefined)
  const latest = useRef({ loaded, language })
  latest.current = { loaded, language }
  const isShown = useRef(false)
  useEffect(() => {
    const sheet = document.createElement('main')
    sheet.className = 'call-list'
    // Before the browser lays out the paper: `render` is synchronous.
    const begin = () => {
      if (document.querySelector('dialog[open]')) return
      const { loaded, language } = latest.current
      render(
        <LanguageContext.Provider value={language}>
          <CallList {...(whole.current ?? loaded())} />
        </LanguageContext.Provider>,
        sheet,
      )
      document.body.append(sheet)
    }
    const end = () => {
      whole.current = undefined
      render(null, sheet)
      sheet.remove()
    }
    isShown.current = true
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      isShown.current = false
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      end()
    }
  }, [])
  return (list) => {
    // The user has opened another list meanwhile.
    if (!isShown.current) return
    whole.current = list
    window.print()
  }
}
