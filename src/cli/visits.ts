import type { Command } from 'commander'
import type { VisitFilters } from '../notifications/lists/visit-filters.ts'
import { filterOptions, listDays } from './list-options.ts'

type Repeatable = Exclude<keyof VisitFilters, 'q' | 'done' | 'reached' | 'clock_changed' | 'test'>

// Without their schema, for the same reason as in actions.ts.
const filters = Object.keys({
  state: true,
  category: true,
  target: true,
  external_id: true,
  doctor: true,
  place: true,
  delivery: true,
} satisfies Record<Repeatable, true>) as Repeatable[]

export function visitsCommand(command: Command) {
  command
    .option('--q <words>', 'only with these words: names, keys, telephones, birth dates')
    .option('--done <true|false>', 'only with, or without, the mark that a request for another time is done')
    .option('--reached <true|false>', 'only contacts whom a message has reached, or only those whom staff have to call')
    .option(
      '--clock-changed <true|false>',
      'only visits whose local time other time-zone rules have changed, or the others',
    )
    .option('--test <true|false>', 'only visits of test tokens, or only the others')
  filterOptions(command, filters)
  listDays(command, {
    filters: [...filters, 'q', 'done', 'reached', 'clock_changed', 'test'],
    list: (client, days, given) => client.visits(...days, given),
    cells: ({ id, starts_at = '', state, external_id, contact }) => [id, starts_at, state, external_id, contact.name],
  })
}
