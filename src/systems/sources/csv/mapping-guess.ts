import { Type } from 'typebox'
import { exampleMapping, Mapping } from './mapping.ts'
import { MappedTarget } from './targets.ts'

export const maxGuessedBytes = 65_536
export const maxShownRows = 10

/** A guess at the mapping of a file, for a person to correct. */
export const MappingGuess = Type.Object(
  {
    mapping: Type.Object(Mapping.properties, {
      description: 'The mapping, as far as the service recognises the columns. It may lack fields.',
    }),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name of the column, as in the header.' }),
        field: Type.Optional(Type.String({ description: 'The field that has this column in the mapping.' })),
        examples: Type.Array(Type.String(), { description: 'Up to three distinct values.' }),
      }),
      { description: 'The columns of the file, in their order.' },
    ),
    rows: Type.Array(Type.Array(Type.String()), { description: `The first ${maxShownRows} rows, without the header.` }),
    missing: Type.Array(Type.String(), { description: 'The fields that the mapping needs and that have no column.' }),
    uncertain: Type.Array(
      Type.Object({
        field: Type.String(),
        reason: Type.String(),
        choices: Type.Optional(
          Type.Array(Type.Array(Type.String()), {
            description: 'The columns that may have the field, the best guess first.',
          }),
        ),
      }),
      { description: 'The fields whose guess a person must check before the file is submitted.' },
    ),
    targets: Type.Array(MappedTarget, { description: 'The fields of each known category and target.' }),
  },
  {
    $id: 'MappingGuess',
    description: 'A guess at the mapping of a CSV file.',
    examples: [
      {
        mapping: exampleMapping,
        columns: [{ name: 'Id', field: 'external_id', examples: ['A-1001', 'A-1002'] }],
        rows: [['A-1001']],
        missing: [],
        uncertain: [{ field: 'params.when', reason: 'No day is later than the 12th: the month may come first.' }],
        targets: [
          {
            category: 'medical',
            target: 'appointment',
            fields: [{ name: 'external_id', type: 'text', required: true }],
          },
        ],
      },
    ],
  },
)
export type MappingGuess = Type.Static<typeof MappingGuess>
