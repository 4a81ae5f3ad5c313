import type { VisitOutcomes } from '../../../client/client.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import type { Cell, Table } from '../../shared/lists/list-file.ts'
import { useGroupNames } from './group-names.ts'
import { endNames } from './known-ends.ts'
import { prospectNames } from './prospect-names.ts'
import type { By } from './use-figures.ts'

const ends = ['visits', ...endNames, 'unknown'] as const
const prospects = ['visits', ...prospectNames, 'arrived'] as const

/** Returns a function that makes a table of the numbers behind the percentages: of the visits that are over, by group, and of those to
 *  come. */
export function useNumbersTable(by: By): (outcomes: VisitOutcomes) => Table {
  const { say, fill } = useTexts('figures')
  const { over, toCome } = useWords('rates')
  const states = useWords('states')
  const nameOf = useGroupNames(by)
  const row = (name: string, counts: Cell[]): Cell[] => [name, ...counts]
  return ({ over: all, to_come, groups = [], other }) => [
    row(over.title, [say.columns.over, ...[...endNames, 'unknown' as const].map((end) => over.names[end])]),
    ...groups.map((group) =>
      row(
        nameOf(group.value),
        ends.map((end) => group.over[end]),
      ),
    ),
    ...(other
      ? [
          row(
            fill(say.other, { count: other.values }),
            ends.map((end) => other.over[end]),
          ),
        ]
      : []),
    row(
      say.total,
      ends.map((end) => all[end]),
    ),
    [],
    row(toCome.title, [say.total, ...prospectNames.map((name) => toCome.names[name]), states.arrived]),
    row(
      say.total,
      prospects.map((name) => to_come[name]),
    ),
  ]
}
