import { domainToASCII } from 'node:url'

// RFC 5321 also allows quoted local parts. Contacts do not use them, and they permit header injection.
export const mailbox = (uid: string) =>
  /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,253}$/.test(uid) ? uid : undefined

/** Returns the mailbox without case, with its domain in ASCII. The service sends to the spelling that the client submitted. */
export function comparedMailbox(uid: string): string {
  const at = uid.lastIndexOf('@')
  const domain = uid.slice(at + 1)
  return `${uid.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`
}
