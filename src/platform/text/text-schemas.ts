import { Type } from 'typebox'
import { isVisible } from './visible.ts'

/** Restricts the string schema to texts with at least one visible character. */
export const visibleText = <Text extends Type.TString>(text: Text) =>
  Type.Refine(text, isVisible, () => 'must have a visible character')

/** The name of an entity or a contact. */
export const Name = visibleText(
  Type.String({ minLength: 1, maxLength: 256, description: 'With at least one visible character.' }),
)

// A text longer than `maxLength` has that as its fault, and any other the rule.
/** A string that matches the pattern. The fault is the rule. */
export const matching = (pattern: RegExp, rule: string, maxLength = 64) =>
  Type.Refine(
    Type.String({ maxLength, description: `This ${rule}.` }),
    (value) => pattern.test(value),
    () => rule,
  )

/** A day of the calendar. */
export const CalendarDay = Type.Refine(
  Type.String({ maxLength: 64, description: 'A day of the calendar, as YYYY-MM-DD.' }),
  isDay,
  () => 'must be a day of the calendar, YYYY-MM-DD',
)

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Boolean(Temporal.PlainDate.from(text))
  } catch {
    return false
  }
}

/** A key or an address of another system. */
export const ForeignText = matching(
  /^[^\p{Cc}]{1,320}$/u,
  'must be 1 to 320 characters without control characters',
  320,
)

/** A text with a visible character, and without these control characters. */
export const withoutCharacters = (controls: RegExp, rule: string, text: Type.TString) =>
  visibleText(
    Type.Refine(
      text,
      (value) => !controls.test(value),
      () => rule,
    ),
  )
