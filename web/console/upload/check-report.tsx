import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { CsvReport } from '../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { MessageFrame } from '../../shared/look/message-frame.tsx'
import { Options } from '../../shared/look/options.tsx'
import { sourceOf, withSource } from '../../shared/mapping/mapped-fields.ts'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { withoutFilters } from '../visits/visits-place.ts'
import { writtenPeriod } from '../visits/written-days.ts'
import { FaultTable } from './fault-table.tsx'
import { NextAppointments } from './next-appointments.tsx'
import { isSilent, noticesOf } from './notices-of.ts'
import { readReason } from './reasons.ts'
import { SendingTime } from './send-step.tsx'
import type { Upload } from './use-upload.ts'

interface Props {
  upload: Upload
  report: CsvReport
  /** The day on which the file was submitted; undefined for a check. */
  today?: string
  /** The next step. It stands before the faults and the messages, which can be long. */
  children?: ComponentChildren
}

/** The smallest view of the appointments that begins with the days and shows most of them. */
const placeOfDays = ({ from, to }: NonNullable<CsvReport['days']>) => {
  const view = from === to ? 'day' : to <= addDays(from, 6) ? 'week' : 'month'
  return { ...withoutFilters, find: undefined, date: from, view: view === 'day' ? undefined : view }
}

const outcomes = ['created', 'moved', 'updated', 'unchanged', 'stale'] as const

/** What a file would do, or did: its counts, what to do next, its faults, and the messages. */
export function CheckReport({ upload, report, today, children }: Props) {
  const { say, fill, locale } = useTexts('upload')
  const { place } = useContext(LocationContext)
  const { rows, faulty, faults, complete, preview } = report
  const counts = outcomes.flatMap((name) =>
    name === 'stale' && report.outcomes.stale === 0 ? [] : [{ name, count: report.outcomes[name] }],
  )
  return (
    <>
      <p id="result">
        {fill(today === undefined ? say.checked : say.sent, { rows: rows.toLocaleString(locale) })}{' '}
        {today !== undefined && noticesOf(report) > 0 && <SendingTime upload={upload} report={report} />}
      </p>
      <dl class="counts">
        {[...counts, { name: 'faulty' as const, count: faulty }].map(({ name, count }) => (
          <div key={name} class={name === 'faulty' && count > 0 ? 'faulty' : ''}>
            <dt>{say.outcomes[name]}</dt>
            <dd>{count.toLocaleString(locale)}</dd>
            <dd class="hint">{say.outcomesAbout[name]}</dd>
          </div>
        ))}
      </dl>
      {today !== undefined && <NextAppointments today={today} />}
      {today !== undefined && (
        <div class="row">
          {report.days && (
            <a class="button main" href={hrefOf({ ...place, tab: 'visits', ...placeOfDays(report.days) })}>
              {fill(say.toVisits, { days: writtenPeriod(report.days, locale) })}
            </a>
          )}
          <a class="button" href={hrefOf({ ...place, tab: 'figures', from: today, to: today })}>
            {say.toTasks}
          </a>
        </div>
      )}
      <AddressNotes notes={report.notes ?? []} />
      {!complete && <p class="fault">{say.incomplete}</p>}
      {today === undefined && <ClockChoices upload={upload} faults={faults} />}
      {children}
      {faults.length > 0 && <FaultTable upload={upload} report={report} isSent={today !== undefined} />}
      {preview && preview.length > 0 && <PreviewedMessages rows={preview} />}
    </>
  )
}

const maxLines = 10

/** The lines whose telephone numbers are landlines, or were corrected. */
function AddressNotes({ notes }: { notes: NonNullable<CsvReport['notes']> }) {
  const { say, fill } = useTexts('upload')
  return (['landline', 'repaired'] as const).map((kind) => {
    const lines = notes.flatMap((note) => (note.kind === kind ? [note.line] : []))
    if (lines.length === 0) return null
    const listed = lines.slice(0, maxLines).join(', ') + (lines.length > maxLines ? ' …' : '')
    return (
      <p key={kind} class="caution">
        {fill(say.notes[kind], { count: lines.length, lines: listed })}
      </p>
    )
  })
}

const choices = { skipped: ['fault', 'later'], repeated: ['fault', 'first', 'second'] } as const

/** Offers what the times mean that a clock change skips or repeats, if the file has such times. */
function ClockChoices({ upload, faults }: { upload: Upload; faults: CsvReport['faults'] }) {
  const { say, fill } = useTexts('upload')
  const mapping = upload.mapping!
  const source = sourceOf(mapping, 'params.when')
  const found = faults.map(({ reason }) => readReason(reason))
  const shown = (['skipped', 'repeated'] as const).filter(
    (name) => source?.[name] !== undefined || found.some((one) => one?.name === name),
  )
  return shown.map((name) => (
    <label key={name} class="caution">
      {fill(say.clock[name], { zone: found.find((one) => one?.name === name)?.values.zone ?? '' })}
      <select
        value={source?.[name] ?? 'fault'}
        disabled={upload.state !== 'checked'}
        onChange={({ currentTarget: { value } }) =>
          upload.checkWith(withSource(mapping, 'params.when', { ...source, [name]: value }))
        }
      >
        <Options values={choices[name]} nameOf={(one) => say.clockChoices[one]} />
      </select>
    </label>
  ))
}

type Row = NonNullable<CsvReport['preview']>[number]

/** The messages of the first rows, as the contacts will see them. */
function PreviewedMessages({ rows }: { rows: Row[] }) {
  const { say, fill } = useTexts('upload')
  const messages = rows.filter(({ message }) => message)
  const silent = rows.filter(isSilent)
  return (
    <section aria-labelledby="previewed" class="previewed">
      <h3 id="previewed">{fill(say.messages, { count: messages.length })}</h3>
      <p class="hint">
        {messages.length > 0 ? say.messagesAbout : say.noMessages}{' '}
        {messages.some(({ message }) => message!.channel === 'mobile') && say.textsAbout}
      </p>
      <ol>
        {messages.map((row) => (
          <Message key={row.line} row={row} />
        ))}
      </ol>
      {silent.length > 0 && (
        <p class="caution">{fill(say.silent, { lines: silent.map(({ line }) => line).join(', ') })}</p>
      )}
    </section>
  )
}

function Message({ row: { line, outcome, message, further = [] } }: { row: Row }) {
  const { say, fill, locale } = useTexts('upload')
  const channels = useWords('console').channels
  const [isOpen, setOpen] = useState(false)
  const named = (name: string) => textOf(channels, name) ?? name
  const others = new Intl.ListFormat(locale).format(further.map(named))
  const { channel, uid, subject, text, html } = message!
  return (
    <li>
      <p class="hint">
        {fill(say.lineOf, { line: line.toLocaleString(locale) })} · {named(channel)} · <span dir="auto">{uid}</span>
        {others && ` · ${fill(say.further, { channels: others })}`}
        {outcome === 'moved' && ` · ${say.outcomes.moved}`}
      </p>
      {subject !== undefined && (
        <p class="subject" dir="auto">
          <strong>{subject}</strong>
        </p>
      )}
      <p class="text-message" dir="auto">
        {text}
      </p>
      {html !== undefined && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{say.asMail}</summary>
          {isOpen && <MessageFrame html={html} title={subject ?? say.asMail} />}
        </details>
      )}
    </li>
  )
}
