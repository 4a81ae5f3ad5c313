import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Address } from './address.ts'

/** Returns the address in its stored form: a telephone number in E.164, where `country` applies to national numbers.
 *  Returns undefined when the address cannot be valid. */
export function normalAddress({ channel, uid }: Address, country: string | undefined): Address | undefined {
  const normal = channel === 'mobile' ? phoneNumber(uid, country) : mailbox(uid)
  return normal === undefined ? undefined : { channel, uid: normal }
}

function phoneNumber(uid: string, country: string | undefined): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(uid, { ...(region && { defaultCountry: region }), extract: false })
  return number?.isPossible() ? number.number : undefined
}

// RFC 5321 also allows quoted local parts. Contacts do not use them, and they permit header injection.
const mailbox = (uid: string) => (/^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,253}$/.test(uid) ? uid : undefined)
