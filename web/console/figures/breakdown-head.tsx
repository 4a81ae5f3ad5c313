import { useContext } from 'preact/hooks'
import { useWords } from '../../language.tsx'
import { LocationContext } from '../../page-location.ts'
import type { By } from './by.ts'
import { sortColumns, sortedBy, sortingOf } from './sort-rows.ts'

/** The headings of the comparison. Each sorts the rows by its column. */
export function BreakdownHead({ by }: { by: By }) {
  const say = useWords('figures')
  const { place, go } = useContext(LocationContext)
  const sorting = sortingOf(place.sort)
  const order = sorting?.isDescending ? 'descending' : 'ascending'
  return (
    <thead>
      <tr>
        {sortColumns.map((column) => (
          <th key={column} scope="col" aria-sort={sorting?.column === column ? order : undefined}>
            <button type="button" class="quiet" onClick={() => go({ sort: sortedBy(column, sorting) })}>
              {column === 'name' ? say.names[by] : say.columns[column]}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}
