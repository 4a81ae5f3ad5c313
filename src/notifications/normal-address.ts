import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Address } from './address.ts'

/** The address as it is kept and used: numbers as E.164, read as in `country` where they name none. Undefined when nobody
 *  can be reached at it. */
export function normalAddress({ channel, uid }: Address, country: string | undefined): Address | undefined {
  const normal = channel === 'mobile' ? phoneNumber(uid, country) : mailbox(uid)
  return normal === undefined ? undefined : { channel, uid: normal }
}

function phoneNumber(uid: string, country: string | undefined): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(uid, { ...(region && { defaultCountry: region }), extract: false })
  return number?.isPossible() ? number.number : undefined
}

// RFC 5321 allows more, such as quoted names: no mailbox that people have needs it, and header injection begins there.
const mailbox = (uid: string) => (/^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,253}$/.test(uid) ? uid : undefined)
