import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { AddressRules } from './channel.ts'

/** Telephone numbers, as channels address them. */
export const phoneNumbers: AddressRules = {
  kind: 'a phone number',
  normal: phoneNumber,
  compared: (uid) => uid,
  hint: (uid) => `…${uid.slice(-3)}`,
  faults: {
    ofContact: "must be a phone number, with its country's code or in the country of the contact",
    alone: "must be a phone number with its country's code, such as +351912345678",
  },
}

/** Returns a telephone number in E.164, where `country` applies to national numbers. Returns undefined when the number
 *  cannot be valid, or has an extension, which gets no texts. */
function phoneNumber(uid: string, country: string | undefined): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(uid, { ...(region && { defaultCountry: region }), extract: false })
  return number?.isPossible() && number.ext === undefined ? number.number : undefined
}
