import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Returns a telephone number in E.164, where `country` applies to national numbers. Returns undefined when the number
 *  cannot be valid. */
export function phoneNumber(uid: string, country: string | undefined): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(uid, { ...(region && { defaultCountry: region }), extract: false })
  return number?.isPossible() ? number.number : undefined
}
