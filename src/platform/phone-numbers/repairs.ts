import type { CountryCode } from 'libphonenumber-js/max'
import { getCountryCallingCode, parseIncompletePhoneNumber } from 'libphonenumber-js/max'

// How a country's older and mistaken ways to write a national number become the current one.
const changes: Record<string, [written: RegExp, current: string][]> = {
  // Mexico has had neither a prefix of mobiles nor one of long-distance calls since August 2019 (IFT).
  52: [[/^(?:1|01|044|045)(\d{10})$/, '$1']],
  // 15 is dialled in Argentina, and 9 from abroad. Both together are a mistake.
  54: [
    [/^9?(11)15(\d{8})$/, '9$1$2'],
    [/^9?(\d{3})15(\d{7})$/, '9$1$2'],
    [/^9?(\d{4})15(\d{6})$/, '9$1$2'],
  ],
  // Brazil's mobile numbers got a ninth digit from 2012 to 2016 (Anatel). Those that began with 7 have none.
  55: [[/^0?(\d\d)([689]\d{7})$/, '$19$2']],
  // Benin put 01 before all its numbers in November 2024 (ARCEP).
  229: [[/^(\d{8})$/, '01$1']],
}

/** Returns a number as a `tel:` link or a spreadsheet has it, without what is not part of it: the scheme, an apostrophe before a
 *  text, the fraction of a number, and the Brazilian placeholder for a carrier. */
export const bareNumber = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/^(?:tel|sms|callto|whatsapp):/i, '')
    .replace(/^['’`]+/, '')
    .replace(/^(\+?\d+)[.,]0+$/, '$1')
    .replace(/^(\(?)0(?:xx|\*\*)(?=\)?\s*\d)/i, '$10')
    .trim()

/** Returns the numbers (E.164) that an invalid text may mean. */
export function repairsOf(text: string, region: CountryCode | undefined, callingCode: string | undefined): string[] {
  const digits = parseIncompletePhoneNumber(text)
  const international = digits.replace(/^(?:\+|00)(?:00|\+)*(?=[1-9])/, '+')
  const code = callingCode ?? (region && getCountryCallingCode(region))
  const national = international.startsWith('+')
    ? code !== undefined && international.startsWith(`+${code}`)
      ? international.slice(code.length + 1)
      : undefined
    : digits
  const whole = international.startsWith('+') ? [international] : []
  if (code === undefined || national === undefined) return whole
  const withoutZeros = national.replace(/^0+/, '')
  const once = withoutZeros.startsWith(code) ? [withoutZeros.slice(code.length)] : []
  const current = (changes[code] ?? []).flatMap(([written, now]) =>
    [national, ...once].flatMap((one) => (written.test(one) ? [one.replace(written, now)] : [])),
  )
  return [...whole, ...[withoutZeros, ...once, ...current].map((number) => `+${code}${number}`)]
}
