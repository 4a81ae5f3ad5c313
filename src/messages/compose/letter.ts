import type { Calendar, Letter, Row } from '../../channels/content.ts'
import { accentOf } from '../../entities/brand-colours.ts'
import { logoSize } from '../../entities/logo.ts'
import { directionOf } from '../../platform/languages/languages.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import { states } from '../../visits/state.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** The parts of a letter that depend on its kind. */
interface LetterParts extends Partial<Pick<Letter, 'checkin' | 'button'>> {
  /** With `{when}` and `{parties}`. */
  subject: string
  title: string
  rows: Row[]
  calendar: Calendar | undefined
}

export function letterOf(
  message: MessageContext,
  { subject, title, rows, checkin, button, calendar }: LetterParts,
): Letter {
  const { entity, logo, areAnswersClosed, state, linkUrl } = message
  const { language, words, visitKind, name, write, writeRow } = messageTexts(message)
  const [accent, darkAccent] = accentOf(entity)
  const direction = directionOf(language)
  const [start, end] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  return {
    language,
    direction,
    start,
    end,
    title,
    visitKind,
    checkin,
    button,
    calendar,
    from: oneLine(entity.name),
    subject: write(subject),
    paragraphs: [name === undefined ? words.greetingWithoutName : write(words.greeting)],
    rows: rows.map((row) => ({ ...row, line: writeRow(row) })),
    advice:
      areAnswersClosed && states[state].isCurrent
        ? { sentence: entity.phone === undefined ? words.tooLate : words.callToChange, phone: entity.phone }
        : undefined,
    clinic: entity,
    logo: logo && { png: logo, ...logoSize(logo) },
    accent,
    darkAccent,
    closing: words.closing,
    optOut: { sentence: words.optOut, label: words.optOutLabel, url: `${linkUrl}/opt-out` },
  }
}
