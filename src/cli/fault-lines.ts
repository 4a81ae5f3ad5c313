import type { CsvReport } from '../../client/client.ts'

export const faultLine = ({ line, column, reason }: CsvReport['faults'][number]) =>
  `line ${line}${column === undefined ? '' : `, column ${column}`}: ${reason}`

/** The faults of a file, one on each line. */
export function faultLines({ faults, faulty, complete }: CsvReport): string[] {
  const listed = new Set(faults.map(({ line }) => line)).size
  const unlisted = faulty - listed
  return [
    ...faults.map(faultLine),
    ...(unlisted > 0 ? [`and ${unlisted} more ${unlisted === 1 ? 'line' : 'lines'} with faults`] : []),
    ...(complete ? [] : ['The file was not read to its end.']),
  ]
}
