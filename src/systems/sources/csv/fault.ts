import { Type } from 'typebox'

/** A fault of a file. */
export const CsvFault = Type.Object(
  {
    line: Type.Integer({ description: 'The line on which the row begins, from 1. The header is on line 1.' }),
    column: Type.Optional(
      Type.String({ description: 'The name of the column. Absent if the fault concerns no column of the file.' }),
    ),
    reason: Type.String({
      description:
        'The rule that the value breaks; `in-the-past` for a visit in the past; `erased` for a contact whose data the clinic has erased.',
    }),
  },
  { description: 'A fault of a file.' },
)
export type CsvFault = Type.Static<typeof CsvFault>

/** The file cannot be read any further. */
export class UnreadableFile extends Error {
  readonly faults: CsvFault[]

  constructor(...faults: CsvFault[]) {
    super('The file cannot be read any further')
    this.faults = faults
  }
}
