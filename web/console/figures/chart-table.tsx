import { useContext } from 'preact/hooks'
import { LanguageContext, useWords } from '../../language.tsx'
import { type ActionName, type Column, sum } from './figures.ts'

interface Props {
  /** The heading for the columns of the chart. */
  of: string
  columns: Column[]
  series: readonly ActionName[]
  label: (column: Column) => string
  /** Handles a click on the row of a column. */
  onChoose: ((column: Column) => void) | undefined
}

/** The data of a chart as a table, which opens on request. */
export function ChartTable({ of, columns, series, label, onChoose }: Props) {
  const say = useWords('console')
  const { locale } = useContext(LanguageContext)
  return (
    <details>
      <summary>{say.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {series.map((name) => (
              <th scope="col">{say.actions[name]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.key}>
              <th scope="row">
                {onChoose && sum(column.counts, series) > 0 ? (
                  <button type="button" class="quiet" onClick={() => onChoose(column)}>
                    {label(column)}
                  </button>
                ) : (
                  label(column)
                )}
              </th>
              {series.map((name) => (
                <td>{(column.counts[name] ?? 0).toLocaleString(locale)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say.total}</th>
            {series.map((name) => (
              <td>{columns.reduce((total, { counts }) => total + (counts[name] ?? 0), 0).toLocaleString(locale)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </details>
  )
}
