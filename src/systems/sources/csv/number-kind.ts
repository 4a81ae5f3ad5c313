import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export type NumberKind = 'mobile' | 'landline' | 'either' | 'invalid'

/** Returns whether a telephone number can get texts. */
export function numberKind(text: string, country: string | undefined): NumberKind {
  const known = country !== undefined && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(text, known)
  if (!number?.isValid()) return 'invalid'
  const type = number.getType()
  if (type === 'MOBILE') return 'mobile'
  return type === 'FIXED_LINE' ? 'landline' : 'either'
}
