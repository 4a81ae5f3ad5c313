import type { Calendar, Letter, Row } from '../channels/content.ts'
import { logoSize } from '../entities/logo.ts'
import { directionOf } from '../languages/languages.ts'
import { oneLine } from '../one-line.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** The parts of a letter that depend on its kind. */
interface LetterParts extends Pick<Letter, 'title'>, Partial<Pick<Letter, 'checkin' | 'button'>> {
  /** With `{when}` and `{parties}`. */
  subject: string
  rows: Row[]
  calendar: Calendar | undefined
}

export function letterOf(
  message: MessageContext,
  { subject, title, rows, checkin, button, calendar }: LetterParts,
): Letter {
  const { entity, logo, areAnswersClosed, state, link } = message
  const { language, say, visitKind, name, write, writeRow } = messageTexts(message)
  const direction = directionOf(language)
  const [start, end] = direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  return {
    ...{ language, direction, start, end, title, visitKind, checkin, button, calendar },
    from: oneLine(entity.name),
    subject: write(subject),
    greeting: name === undefined ? say.greetingWithoutName : write(say.greeting),
    rows: rows.map((row) => ({ ...row, line: writeRow(row) })),
    advice:
      areAnswersClosed && state !== 'withdrawn'
        ? { say: entity.phone === undefined ? say.tooLate : say.callToChange, phone: entity.phone }
        : undefined,
    clinic: entity,
    logo: logo && { png: logo, ...logoSize(logo) },
    closing: say.closing,
    optOut: { say: say.optOut, label: say.optOutLabel, url: `${link}/opt-out` },
  }
}
