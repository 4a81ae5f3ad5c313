import { Type } from 'typebox'
import { addressNotes } from '../../../channels/channel.ts'
import { channelNames } from '../../../channels/registry.ts'
import { type SubmissionOutcome, submissionOutcomes } from '../../../notifications/submit/submission-outcome.ts'
import { type CsvFault, CsvFault as CsvFaultSchema } from './fault.ts'

/** A report lists at most this number of faults, and counts the others. */
const maxListedFaults = 1_000

/** The rows of a dry run that have a preview. */
export const maxPreviewed = 20

const count = (description: string) => Type.Integer({ description })

/** The message to the first address of a row. */
const PreviewedMessage = Type.Object({
  channel: Type.String(),
  uid: Type.String({ description: 'The address, as the service stores it.' }),
  subject: Type.Optional(Type.String()),
  text: Type.String(),
  html: Type.Optional(Type.String()),
})

/** What a row would do. */
export const PreviewedRow = Type.Object({
  line: Type.Integer({ description: 'The line on which the row begins.' }),
  external_id: Type.String({ description: "The visit's key in the client's own system." }),
  outcome: Type.Enum(submissionOutcomes),
  message: Type.Optional(PreviewedMessage),
  further: Type.Optional(
    Type.Array(Type.Enum(channelNames), {
      description: 'The channels of its other addresses that get a message, too. Absent if there is none.',
    }),
  ),
})
export type PreviewedRow = Type.Static<typeof PreviewedRow>

/** What a sender should know of the address of a row. */
const CsvNote = Type.Object({
  line: Type.Integer({ description: 'The line on which the row begins.' }),
  column: Type.Optional(Type.String()),
  kind: Type.Enum(addressNotes, { description: 'As in the response to a submission.' }),
  reason: Type.String(),
})
export type CsvNote = Type.Static<typeof CsvNote>

/** What became of the rows of a file. */
export const CsvReport = Type.Object(
  {
    rows: count('The rows that the service has read, without the header and empty rows.'),
    outcomes: Type.Object(
      Object.fromEntries(submissionOutcomes.map((outcome) => [outcome, Type.Integer()])) as Record<
        SubmissionOutcome,
        Type.TInteger
      >,
      { description: 'The number of rows by outcome, as in the response to a submission.' },
    ),
    faulty: count('The rows with a fault. The service has skipped them.'),
    faults: Type.Array(CsvFaultSchema, {
      description: `The faults of these rows and of the header, by line: at most ${maxListedFaults}.`,
    }),
    notes: Type.Optional(
      Type.Array(CsvNote, {
        description: `Telephone numbers that the service corrected, and landlines for texts: at most ${maxListedFaults}. Absent if there is none.`,
      }),
    ),
    complete: Type.Boolean({
      description: 'Whether the service has read the file to its end. If not, the last fault says why.',
    }),
    days: Type.Optional(
      Type.Object(
        { from: Type.String(), to: Type.String() },
        {
          description:
            "The first and the last day of the submitted visits, in the entity's zone (YYYY-MM-DD). Absent if there are none.",
        },
      ),
    ),
    quiet_until: Type.Optional(
      Type.String({
        description:
          'During quiet hours: when they end. Notices wait until then, unless that is too late for the visit (RFC 3339).',
      }),
    ),
    preview: Type.Optional(
      Type.Array(PreviewedRow, {
        description: `With \`dry_run\`: the first ${maxPreviewed} rows without a fault. A new or moved visit with an address has the message that its first address gets.`,
      }),
    ),
  },
  {
    $id: 'CsvReport',
    description: 'What became of the rows of a CSV file.',
    examples: [
      {
        rows: 412,
        outcomes: { created: 20, unchanged: 388, updated: 2, moved: 1, stale: 0 },
        faulty: 1,
        faults: [
          {
            line: 57,
            column: 'Telemovel',
            reason: "must be a phone number, with its country's code or in the country of the contact",
          },
        ],
        complete: true,
      },
    ],
  },
)
export type CsvReport = Type.Static<typeof CsvReport>

export const emptyReport = (): CsvReport => ({
  rows: 0,
  outcomes: { created: 0, unchanged: 0, updated: 0, moved: 0, stale: 0 },
  faulty: 0,
  faults: [],
  complete: true,
})

/** Adds faults to a report, up to its maximum. */
export function addFaults({ faults: listed }: CsvReport, faults: CsvFault[]) {
  listed.push(...faults.slice(0, maxListedFaults - listed.length))
}

/** Adds notes to a report, up to its maximum. */
export function addNotes(report: CsvReport, notes: CsvNote[]) {
  const listed = [...(report.notes ?? []), ...notes].slice(0, maxListedFaults)
  if (listed.length > 0) report.notes = listed
}
