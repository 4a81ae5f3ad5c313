import { useTexts, useWords } from '../language.tsx'
import type { ClinicTime } from '../time/clinic-time.ts'
import { isTelephone } from './telephones.ts'

/** A contact to call. */
export interface CallListRow {
  id: string
  /** The start of the visit, or the receipt of the text. */
  at: string
  name: string
  /** The facts that tell contacts of the same name apart. */
  facts: string[]
  /** Without a telephone, the other addresses. */
  telephones: string[]
  /** What the call is about. */
  about: string[]
  /** What files add, in words. Paper has no room for it. */
  visit?: {
    doctor: string
    place: string
    state: string
    /** When the contact answered last, in RFC 3339. */
    answered: string | undefined
    channel: string
  }
}

export interface CallListProps {
  clinic: string
  title: string
  rows: CallListRow[]
  /** Whether the list has more rows than these. */
  hasMore: boolean
  time: ClinicTime
}

/** A list on paper, with a box to tick and a line for notes in each row. */
export function CallList(props: CallListProps) {
  const { rows, time } = props
  const say = useWords('lists')
  const days = [...Map.groupBy(rows, ({ at }) => time.dayOf(at)).values()]
  const columns = Object.entries(say.columns)
  return (
    <>
      <Head {...props} />
      <table>
        <thead>
          <tr>
            {columns.map(([name, text]) => (
              <th key={name} scope="col" class={`cell-${name}`}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        {days.map((some) => (
          <tbody key={some[0]!.id}>
            {days.length > 1 && (
              <tr class="day">
                <th colSpan={columns.length} scope="rowgroup">
                  {time.day(some[0]!.at)}
                </th>
              </tr>
            )}
            {some.map((row) => (
              <Row key={row.id} row={row} time={time} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

/** The clinic, the days and the length of the list. */
function Head({ clinic, title, rows, hasMore, time }: CallListProps) {
  const { say, fill, locale } = useTexts('lists')
  const count = rows.length.toLocaleString(locale)
  const ends = [...new Set([rows.at(0), rows.at(-1)].flatMap((row) => (row ? [time.day(row.at)] : [])))]
  return (
    <header>
      <h1>{title}</h1>
      <p>
        <bdi>{clinic}</bdi>
        {ends.length > 0 && ` · ${ends.join(' – ')}`}
      </p>
      <p>
        {fill(say.count, { count })} · {fill(say.printedAt, { at: time.moment(new Date()) })}
      </p>
      {hasMore && <p>{fill(say.onlyFirst, { count })}</p>}
    </header>
  )
}

function Row({ row: { at, name, facts, telephones, about }, time }: { row: CallListRow; time: ClinicTime }) {
  const { noTelephone } = useWords('lists')
  return (
    <tr>
      <td class="cell-done">
        <span />
      </td>
      <td class="cell-time">{time.time(at)}</td>
      <td class="cell-contact">
        <strong dir="auto">{name}</strong>
        <small>
          {facts.map((fact) => (
            <span>{fact}</span>
          ))}
        </small>
      </td>
      <td class="cell-telephone">
        {telephones.length > 0 && !telephones.some(isTelephone) && <small>{noTelephone}</small>}
        {telephones.map((one) => (
          <div dir="ltr">{one}</div>
        ))}
      </td>
      <td class="cell-about">
        {about.map((text) => (
          <div dir="auto">{text}</div>
        ))}
      </td>
      <td class="cell-notes" />
    </tr>
  )
}
