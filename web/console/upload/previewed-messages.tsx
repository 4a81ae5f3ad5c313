import { useState } from 'preact/hooks'
import type { CsvReport } from '../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { MessageFrame } from '../../shared/look/message-frame.tsx'
import { isSilent } from './notices-of.ts'

type Row = NonNullable<CsvReport['preview']>[number]

/** The messages of the first rows, as the contacts will see them. */
export function PreviewedMessages({ rows }: { rows: Row[] }) {
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
