import { useState } from 'preact/hooks'
import type { CsvReport } from '../../../client/client.ts'
import { useTexts } from '../../shared/language.tsx'
import { saveCsv } from '../../shared/lists/save-csv.ts'
import { Fault } from '../../shared/look/fault.tsx'
import { TableHead } from '../../shared/look/table-head.tsx'
import { faultyRows } from './faulty-rows.ts'
import { readReason } from './reasons.ts'
import { useReason } from './use-reason.tsx'
import type { Upload } from './use-upload.ts'

interface Props {
  upload: Upload
  report: CsvReport
  isSent: boolean
}

const shownAtFirst = 50

/** The faults by line and column, and the file of their rows, which somebody corrects and uploads. */
export function FaultTable({ upload, report: { faults, faulty }, isSent }: Props) {
  const { say, fill, locale } = useTexts('upload')
  const reasonOf = useReason()
  const [max, setMax] = useState(shownAtFirst)
  return (
    <section aria-labelledby="faults" class="faults">
      <h3 id="faults">{fill(say.faultsTitle, { count: faulty || faults.length })}</h3>
      <p class="hint">{isSent ? say.faultsAfter : say.faultsBefore}</p>
      <table class="fault-table">
        <TableHead columns={[say.line, say.column, say.reason]} />
        <tbody>
          {faults.slice(0, max).map(({ line, column, reason }) => (
            <tr key={`${line} ${column} ${reason}`}>
              <td>{line.toLocaleString(locale)}</td>
              <td dir="auto">{column ?? '–'}</td>
              <td>{reasonOf(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row">
        {faults.length > max && (
          <button type="button" onClick={() => setMax(faults.length)}>
            {fill(say.allFaults, { count: faults.length.toLocaleString(locale) })}
          </button>
        )}
        {faulty > 0 && <DownloadRows upload={upload} faults={faults} />}
      </div>
    </section>
  )
}

function DownloadRows({ upload, faults }: { upload: Upload; faults: CsvReport['faults'] }) {
  const { say, fill } = useTexts('upload')
  const [isFailed, setFailed] = useState(false)
  const { file, guess } = upload.read!
  const { charset = 'utf-8', separator = ',', skip, header } = guess.mapping
  const layout = { charset, separator, ...(skip !== undefined && { skip }), ...(header !== undefined && { header }) }
  const written = (reason: string) => {
    const known = readReason(reason)
    return known ? fill(say.reasons[known.name], known.values) : reason
  }

  async function download() {
    const reasons = new Map<number, string>()
    for (const { line, column, reason } of faults) {
      const note = column === undefined ? written(reason) : `${column}: ${written(reason)}`
      reasons.set(line, [reasons.get(line), note].filter(Boolean).join(' '))
    }
    try {
      const csv = await faultyRows(file, layout, reasons, say.reason)
      saveCsv(csv, file.name.replace(/(\.\w+)?$/, `-${say.faultyFile}`))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <button type="button" onClick={download}>
        {say.downloadFaulty}
      </button>
      <Fault>{isFailed && fill(say.faults.unreadable, { name: file.name })}</Fault>
    </>
  )
}
