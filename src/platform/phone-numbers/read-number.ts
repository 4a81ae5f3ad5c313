import {
  type CountryCode,
  isSupportedCountry,
  type NumberType,
  type PhoneNumber,
  parseIncompletePhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { lacksAreaCode, lacksSign, numberFault } from './number-faults.ts'
import { bareNumber, repairsOf } from './repairs.ts'

/** A telephone number that exists. */
export interface ReadNumber {
  /** In E.164. */
  uid: string
  line: Line
  /** Whether its digits differ from those that were written, by more than the country's code or what is dialled before them. */
  isRepaired: boolean
}

/** What a number reaches. Some countries do not tell mobiles from landlines by number: `either`. */
export type Line = 'mobile' | 'landline' | 'either' | 'unknown'

const lines = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'either',
  VOIP: 'unknown',
  PERSONAL_NUMBER: 'unknown',
  PAGER: 'unknown',
} as const satisfies Partial<Record<NonNullable<NumberType>, Line>>

/** Returns the number that a text means, or why it is invalid. `country` applies to national numbers. Makes a repair only if exactly
 *  one valid number results. The text has no invisible characters. */
export function readNumber(text: string, country: string | undefined): ReadNumber | { fault: string | undefined } {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const written = isPlain(text) ? text : internationalForm(bareNumber(text), region)
  const number = parse(written, region)
  const line = number && lineOf(number)
  const withPlus = line === 'landline' ? readWithPlus(number!, written) : undefined
  if (withPlus) return withPlus
  const isSound = line !== undefined && isPlain(text) && !lacksAreaCode(number!, text)
  const fault = isSound ? undefined : numberFault(written, region, number, line !== undefined)
  if (number && line && !fault) return { uid: number.number, line, isRepaired: !isWritten(number, text) }
  if (fault?.isFinal) return { fault: fault.reason }
  const repaired = new Map(
    repairsOf(written, region, number?.countryCallingCode)
      .map((one) => parse(one, undefined))
      .flatMap((one) => (one && lineOf(one) ? [[one.number, one]] : [])),
  )
  const [only, ...others] = repaired.values()
  if (only && others.length === 0) return { uid: only.number, line: lineOf(only)!, isRepaired: true }
  return { fault: fault?.reason }
}

/** Reads a landline without its zero as an international number without its plus: in Germany, 49 151 23456789 is a mobile, or
 *  04915 123456789. Returns undefined if the text can mean only a landline. */
function readWithPlus(landline: PhoneNumber, text: string): ReadNumber | { fault: string } | undefined {
  const { countryCallingCode, nationalNumber } = landline
  const digits = text.replaceAll(/\P{Nd}/gu, '')
  if (text.startsWith('+') || digits.length !== nationalNumber.length || !hasZero(landline)) return undefined
  const other = parse(`+${nationalNumber}`, undefined)
  if (!other?.isPossible()) return undefined
  const line = lineOf(other)
  const isOwn = other.countryCallingCode === countryCallingCode
  if (isOwn && line === 'mobile') return { uid: other.number, line, isRepaired: true }
  return isOwn || (line && line !== 'landline') ? { fault: lacksSign } : undefined
}

/** Whether people write a zero before the number in its country. */
const hasZero = (number: PhoneNumber) => /^\(?0/.test(number.formatNational())

/** Whether a text has only the signs that all countries write in a number. It then needs no further check. */
const isPlain = (text: string) => /^(?:\+[1-9]|(?!00)\d|\()[\d ()-]+$/.test(text)

/** Returns a number that begins with its country's code, such as `(+351)`, with one `+` before it. Where no country applies, 00 stands for it. */
function internationalForm(text: string, region: CountryCode | undefined): string {
  const begin = region ? /^[^\p{Nd}+]*\+[^\p{Nd}]*(?:00)?/u : /^[^\p{Nd}+]*(?:\+[^\p{Nd}]*(?:00)?|00)/u
  return text.replace(begin, '+').replace(/(?<=.)\+/g, '')
}

const parse = (text: string, region: CountryCode | undefined) =>
  parsePhoneNumberFromString(text, { ...(region && { defaultCountry: region }), extract: false })

/** Returns undefined for a number that nobody has, and for one of a service, such as a toll-free one. */
function lineOf(number: PhoneNumber): Line | undefined {
  const type = number.getType()
  return type && lines[type as keyof typeof lines]
}

/** Whether a text has the digits of the number: the national or the international ones. */
function isWritten({ number, nationalNumber }: PhoneNumber, text: string): boolean {
  if (text === number) return true
  const digits = isPlain(text) ? text.replaceAll(/\D/g, '') : parseIncompletePhoneNumber(text).replace('+', '')
  if (digits === number.slice(1)) return true
  return !text.startsWith('+') && !digits.startsWith('00') && digits.endsWith(nationalNumber)
}
