import { type CountryCode, type PhoneNumber, validatePhoneNumberLength } from 'libphonenumber-js/max'
import { localLengths } from './local-lengths.ts'

/** Why a text is not the telephone number of a person. */
interface NumberFault {
  /** Undefined if the country's code is missing, or if the text is no number at all. */
  reason: string | undefined
  /** Whether no repair of the text is certain. */
  isFinal: boolean
}

const because = (what: string) => `must be a phone number: ${what}`
export const lacksSign = because("a zero, or a plus with the country's code, is missing before it")
const final = (what: string): NumberFault => ({ reason: because(what), isFinal: true })
const repairable = (what: string): NumberFault => ({ reason: because(what), isFinal: false })

/** Returns the fault of a text.
 *  @param number the number that the library reads
 *  @param isOfPerson whether a person can have this number */
export function numberFault(
  text: string,
  region: CountryCode | undefined,
  number: PhoneNumber | undefined,
  isOfPerson: boolean,
): NumberFault | undefined {
  if (/^\d[.,]?\d*E\+?\d+$/i.test(text)) return final('a spreadsheet has shortened it')
  if (isSeveral(text)) return final('these are several')
  if (number?.ext !== undefined) return final('one with an extension receives no messages')
  if (text.replaceAll(/\P{Nd}/gu, '').length < 3) return { reason: undefined, isFinal: true }
  if (foreignSign.test(text)) return final('it has letters or other signs')
  if (number && lacksAreaCode(number, text)) return final('the area code is missing')
  if (isOfPerson) return undefined
  if (number?.getType()) return final('it is the number of a service, such as a toll-free one')
  if (!region && !text.startsWith('+')) return { reason: undefined, isFinal: false }
  switch (validatePhoneNumberLength(text, { ...(region && { defaultCountry: region }) })) {
    case 'TOO_SHORT':
      return repairable('it is too short')
    case 'TOO_LONG':
      return repairable('it is too long')
    case 'INVALID_COUNTRY':
      return repairable("there is no such country's code")
    default:
      return repairable(`${number?.country ?? `+${number?.countryCallingCode}`} has no such number`)
  }
}

// Besides digits, people write dashes, brackets and these in a number.
const foreignSign = /[^\p{Nd}\p{Pd}\p{Ps}\p{Pe}\s+.,/~]/u

/** Whether a text holds two numbers. A part of one between slashes, such as an area code, is shorter. */
const isSeveral = (text: string) =>
  text.split(/[;,/|]|\s\p{L}{1,4}\s/u).filter((part) => part.replaceAll(/\P{Nd}/gu, '').length >= 7).length > 1

/** Whether a number can only be dialled locally, because its area code is missing. A landline with the trunk zero or the country's
 *  code has its area code. */
export function lacksAreaCode(number: PhoneNumber, text: string): boolean {
  const { countryCallingCode, nationalNumber } = number
  const local = countryCallingCode === '54' ? nationalNumber.replace(/^15/, '') : nationalNumber
  if (!localLengths[countryCallingCode]?.includes(local.length)) return false
  const type = number.getType()
  if (type === 'FIXED_LINE')
    return text.replaceAll(/\P{Nd}/gu, '').length === nationalNumber.length && !text.startsWith('+')
  // Canada's 310 numbers have seven digits, and work only within the country.
  return type === undefined || type === 'UAN'
}
