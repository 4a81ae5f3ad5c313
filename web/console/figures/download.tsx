import { useState } from 'preact/hooks'
import type { VisitOutcomes } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { firstOf } from '../../shared/lists/first-of.ts'
import { csvOf, listTable, type Table } from '../../shared/lists/list-file.ts'
import { listSeparator } from '../../shared/lists/list-separator.ts'
import { saveCsv, saveFile } from '../../shared/lists/save-csv.ts'
import { filtersOf } from '../visits/filters-of.ts'
import { useVisitRow } from '../visits/visit-row-of-list.ts'
import type { Visit } from '../visits/visit-rows.ts'
import { noFilters } from '../visits/visits-place.ts'
import { useNumbersTable } from './numbers-table.ts'
import type { FiguresQuery } from './use-figures.ts'

// A year of a large clinic.
const maxVisits = 100_000
const pageRows = 1_000

type Kind = 'csv' | 'xlsx'

/** Saves the period as a file for a person: its visits, and the numbers behind the percentages. */
export function DownloadPeriod({ query, outcomes }: { query: FiguresQuery; outcomes: VisitOutcomes | undefined }) {
  const { session, time } = useSignedIn()
  const { say, locale } = useTexts('lists')
  const { title, workbook } = useWords('figures')
  const visitsTitle = useWords('frame').places.visits
  const [running, setRunning] = useState<{ kind: Kind; state: 'reading' | 'failed' }>()
  const rowOf = useVisitRow()
  const numbersOf = useNumbersTable(query.by)
  const { period, doctor } = query
  const { entity, token } = session

  async function save(kind: Kind) {
    const client = connect(token, { timeoutMs: 600_000, retries: 1 })
    const filters = filtersOf({ ...noFilters, doctor }, '')
    const list = client.visits(entity.id, period.from, period.to, filters, pageRows) as AsyncGenerator<Visit>
    const visits: Table = listTable((await firstOf(list, maxVisits)).map(rowOf), say.fileColumns, time)
    const numbers = numbersOf(outcomes!)
    const name = `${entity.id}_${period.from}_${period.to}`
    if (kind === 'csv') return saveCsv(await csvOf([...visits, [], ...numbers], listSeparator(locale)), name)
    const { workbookFile } = await import('../download/workbook-file.ts')
    const sheets = [
      { name: visitsTitle, table: visits },
      { name: title, table: numbers },
    ]
    return saveFile(workbookFile(sheets), `${name}.xlsx`)
  }

  const run = async (kind: Kind) => {
    setRunning({ kind, state: 'reading' })
    await save(kind).then(
      () => setRunning(undefined),
      () => setRunning({ kind, state: 'failed' }),
    )
  }

  return (
    <div class="row downloads">
      {(['csv', 'xlsx'] as const).map((kind) => {
        const state = running?.kind === kind ? running.state : 'ready'
        const isDisabled = !outcomes || running?.state === 'reading'
        return (
          <button type="button" key={kind} class="quiet" disabled={isDisabled} onClick={() => run(kind)}>
            {(kind === 'csv' ? say.download : workbook)[state]}
          </button>
        )
      })}
    </div>
  )
}
