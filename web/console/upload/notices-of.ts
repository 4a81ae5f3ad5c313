import type { CsvReport } from '../../../client/client.ts'

type Row = NonNullable<CsvReport['preview']>[number]

/** Whether a row would tell its contact of a time, but has no address. */
export const isSilent = ({ outcome, message }: Row) => !message && (outcome === 'created' || outcome === 'moved')

/** The number of contacts who get a notice. Only the rows of the preview say whether they have an address. */
export const noticesOf = ({ outcomes: { created, moved }, preview = [] }: CsvReport) =>
  created + moved - preview.filter(isSilent).length
