import { useContext } from 'preact/hooks'
import type { OutcomesQuery, VisitOutcomes } from '../../../client/client.ts'
import { LanguageContext, textOf, useFormat, useWords } from '../../language.tsx'
import { writtenLead } from './figures.ts'
import { knownEnds, minVisits } from './known-ends.ts'

export type By = NonNullable<OutcomesQuery['by']>

interface Props {
  by: By
  outcomes: VisitOutcomes | undefined
  isLoading: boolean
  onDoctor: (name: string) => void
}

type Over = VisitOutcomes['over']
const shown = ['arrived', 'no_show', 'cancelled_late'] as const satisfies (keyof Over)[]

/** One row for each group, with a total. Weekdays have a row each, even before the counts arrive. */
export function BreakdownTable({ by, outcomes, isLoading, onDoctor }: Props) {
  const say = useWords('figures')
  const fill = useFormat()
  const { locale } = useContext(LanguageContext)
  const nameOf = useValueNames(by)
  const rows = by === 'weekday' ? ofWeek(outcomes) : (outcomes?.groups ?? [])
  const isFew = rows.some(({ over }) => over && isSmall(over))
  const { other } = outcomes ?? {}

  return (
    <>
      <div class="scrolled">
        <table
          class={by === 'weekday' || isLoading ? undefined : 'settled'}
          aria-labelledby="breakdown"
          aria-busy={isLoading}
        >
          <thead>
            <tr>
              <th scope="col">{say.names[by]}</th>
              <th scope="col">{say.columns.over}</th>
              {shown.map((name) => (
                <th key={name} scope="col">
                  {say.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, over }) => (
              <tr key={value ?? ''}>
                <th scope="row">
                  {by === 'doctor' && value !== undefined ? (
                    <button type="button" class="quiet" dir="auto" onClick={() => onDoctor(value)}>
                      {value}
                    </button>
                  ) : (
                    <span dir="auto">{nameOf(value)}</span>
                  )}
                </th>
                <Cells over={over} />
              </tr>
            ))}
            {other && (
              <tr>
                <th scope="row">{fill(say.other, { count: other.values.toLocaleString(locale) })}</th>
                <Cells over={other.over} />
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say.total}</th>
              <Cells over={outcomes?.over} />
            </tr>
          </tfoot>
        </table>
      </div>
      <p class="hint notes">{isFew && say.few}</p>
    </>
  )
}

const isSmall = (over: Over) => knownEnds(over) > 0 && knownEnds(over) < minVisits

/** Replaces the cells when the counts arrive. Numbers at the right edge would move when they become longer. */
const Cells = ({ over }: { over: Over | undefined }) => <CountedCells key={over === undefined} over={over} />

function CountedCells({ over }: { over: Over | undefined }) {
  const { locale } = useContext(LanguageContext)
  const whole = over && knownEnds(over)
  return (
    <>
      <td>
        {whole === undefined ? '–' : whole.toLocaleString(locale)}
        {over && isSmall(over) && <span class="few">*</span>}
      </td>
      {shown.map((name) => (
        <td key={name}>
          {whole ? (over![name] / whole).toLocaleString(locale, { style: 'percent' }) : '–'}{' '}
          <small class="hint">{whole ? over![name].toLocaleString(locale) : '\u00a0'}</small>
        </td>
      ))}
    </>
  )
}

const ofWeek = (outcomes: VisitOutcomes | undefined) =>
  ['1', '2', '3', '4', '5', '6', '7'].map((value) => ({
    value,
    over: outcomes && (outcomes.groups?.find((group) => group.value === value)?.over ?? none),
  }))

const none: Over = {
  visits: 0,
  ...{ arrived: 0, no_show: 0, cancelled_in_time: 0, cancelled_late: 0, another_time: 0, unknown: 0 },
}

/** Returns a function that writes the values of a breakdown. */
function useValueNames(by: By): (value: string | undefined) => string {
  const say = useWords('figures')
  const { channels } = useWords('console')
  const plugins: { [pair: string]: { name: string } } = useWords('plugins')
  const { locale } = useContext(LanguageContext)
  // 5 January 1970 was a Monday.
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const written: Partial<Record<By, (value: string) => string>> = {
    plugin: (value) => plugins[value]?.name ?? value,
    weekday: (value) => weekday.format(Date.UTC(1970, 0, 4 + Number(value))),
    hour: (value) => hour.format(Date.UTC(1970, 0, 1, Number(value))),
    notice: (value) => writtenLead(Number(value)),
    channel: (value) => textOf(channels, value) ?? value,
  }
  return (value) => (value === undefined ? say.unknown : (written[by]?.(value) ?? value))
}
