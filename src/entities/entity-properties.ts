import { Type } from 'typebox'
import { dialects } from '../platform/languages/languages.ts'
import { oneLine } from '../platform/text/one-line.ts'
import { Name, visibleText } from '../platform/text/text-schemas.ts'
import { isTimeZone } from '../platform/time/zones/zones.ts'
import { isReadable, readableColour } from './brand-colours.ts'
import { defaultArrivalWindow } from './default-arrival-window.ts'
import { idPattern, maxIdLength } from './id-pattern.ts'
import { maxMinutesOfDay } from './max-minutes-of-day.ts'
import { maxSentence } from './max-sentence.ts'
import { isTelephoneNumber } from './telephone-number.ts'
import { weekdays } from './weekdays.ts'

export const Id = Type.String({
  pattern: idPattern,
  description: `An id of 1 to ${maxIdLength} letters, digits, dots, hyphens, underscores or tildes.`,
})

/** An IANA time zone. */
export const TimeZone = Type.Refine(
  Type.String({ maxLength: 64, description: 'IANA time zone, such as Europe/Lisbon' }),
  isTimeZone,
  () => 'must be an IANA time zone, such as Europe/Lisbon',
)

// The length that RFC 5646 (4.4.1) recommends for all tags in use.
export const LanguageTag = Type.Refine(
  Type.String({ maxLength: 35, description: 'BCP 47 language tag, such as pt-PT' }),
  isLanguage,
  () => 'must be a language tag, such as pt-PT',
)

/** Pages and messages show the number as the clinic wrote it. */
export const Phone = Type.Refine(
  Type.String({
    maxLength: 32,
    description: 'The telephone number that contacts call, such as +351 213 000 000: digits, spaces and ( ) . / -',
  }),
  isTelephoneNumber,
  () => 'must be a telephone number of digits, spaces and ( ) . / -, such as +351 213 000 000',
)

export const PostalAddress = Type.Refine(
  visibleText(Type.String({ minLength: 1, maxLength: 256, description: 'The address of the entity, in one line.' })),
  (address) => oneLine(address) === address,
  () => 'must be one line, without control characters and superfluous spaces',
)

/** Links and buttons have it, with white text. */
export const Colour = Type.Refine(
  Type.String({
    maxLength: 7,
    description:
      'The colour of links and buttons in mails and on the answer page, such as #0b62ab. Dark pages have a lighter one.',
  }),
  (colour) => isColour(colour) && isReadable(colour),
  (colour) =>
    isColour(colour)
      ? `has too little contrast with white text; ${readableColour(colour)} has enough`
      : 'must be a colour such as #0b62ab',
)

const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** The country of telephone numbers without a country's code. */
export const Country = Type.Refine(
  Type.String({
    maxLength: 2,
    description:
      "The country of telephone numbers without a country's code (ISO 3166), such as PT. The default is that of the language, or of the time zone.",
  }),
  (text) => /^[A-Z]{2}$/.test(text),
  () => 'must be a two-letter country code',
)

const Sentence = Type.Refine(
  visibleText(Type.String({ minLength: 1, maxLength: maxSentence })),
  (text) => oneLine(text) === text,
  () => 'must be one line, without control characters and superfluous spaces',
)

const inEachLanguage = <Value extends Type.TSchema>(value: Value) =>
  Type.Object(Object.fromEntries(dialects.map((dialect) => [dialect, Type.Optional(value)])), {
    additionalProperties: false,
    description:
      "The entity's own sentence in the first notice, by language. Texts have it unless the entity has changed their words, mails always, and WhatsApp never.",
  })

const Sentences = inEachLanguage(Sentence)
export const SentenceChanges = inEachLanguage(Type.Union([Sentence, Type.Null()]))

/** How much of the contact's name the messages and pages show. */
export const names = ['first', 'full', 'initials', 'none'] as const
export type Names = (typeof names)[number]

/** A new entity, and changes of one, may have them; history files do not. */
export const OpeningDays = Type.Array(Type.Enum(weekdays), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description:
    'The days of the week on which the entity is open. The default is mon to fri. An open day that is no holiday of the quiet hours is a working day.',
})

const MinutesOfDay = (description: string) => Type.Integer({ minimum: 0, maximum: maxMinutesOfDay, description })

/** The properties of an entity that a clinic chooses. */
export const entityProperties = {
  id: Id,
  name: Name,
  time_zone: TimeZone,
  language: LanguageTag,
  phone: Type.Optional(Phone),
  address: Type.Optional(PostalAddress),
  names: Type.Optional(
    Type.Enum(names, { description: "How much of a contact's name messages and pages show. The default is first." }),
  ),
  colour: Type.Optional(Colour),
  country: Type.Optional(Country),
  sentences: Type.Optional(Sentences),
  arrive_early: Type.Optional(
    MinutesOfDay(
      `How early an arrival can be marked before the appointment, in minutes. The default is ${defaultArrivalWindow.arrive_early}.`,
    ),
  ),
  arrive_late: Type.Optional(
    MinutesOfDay(
      `How late an arrival can be marked after the start, in minutes. The default is ${defaultArrivalWindow.arrive_late}.`,
    ),
  ),
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
