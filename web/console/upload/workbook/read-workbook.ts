import type { FileFault } from '../file-kind.ts'
import type { CsvSheet } from './convert.ts'

export const maxRows = 20_000
// Such a list has about 100 bytes in each row.
const maxBytes = 16 * 1_024 * 1_024

/** Reads the sheets of a workbook in a worker, or returns why it cannot.
 *  @throws AbortError; Error if the worker cannot be loaded */
export async function readWorkbook(file: File, signal: AbortSignal): Promise<CsvSheet[] | FileFault> {
  if (file.size > maxBytes) return 'long-workbook'
  const result = await inWorker(file, signal)
  if (result === 'damaged') return 'damaged-workbook'
  return result.length === 0 ? 'empty' : result
}

/** The sheet as a CSV file of the workbook's name. The first row has the names of the columns. */
export function csvFileOf(workbook: File, { csv, rows }: CsvSheet): File | FileFault {
  if (rows - 1 > maxRows) return 'long-workbook'
  return new File([csv], workbook.name.replace(/(\.\w+)?$/, '.csv'), { type: 'text/csv' })
}

function inWorker(file: File, signal: AbortSignal) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise<CsvSheet[] | 'damaged'>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = () => reject(new TypeError('Cannot load the reader of workbooks'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
