/** Why a mail did not arrive: a fault of the address itself (no such mailbox or domain, a disabled mailbox), or anything else. */
export type Cause = 'address' | 'other' | 'unknown'

// RFC 3463 and RFC 7505: no such mailbox, no such domain, a wrong syntax, moved, no mail for the domain, a disabled mailbox,
// no route to the domain. Exchange Online repeats another server's refusal as 5.1.351.
const ofAddress = /^5\.(1\.(1|2|3|6|10|351)|2\.1|4\.4)$/

// x.0: the server gives no detail. Exchange Online refuses unknown recipients with 5.4.1, and others, too.
const unspecific = /^5\.([0-7]\.0|4\.1)$/

// Servers also use the codes of an unknown address for a sender whom they block, and for a busy or full mailbox.
const otherWords =
  /spam|block|black ?list|polic(?:y|ies)|reputation|quota|\bfull\b|storage|\brate\b|too many|temporar|try again|try later|preferences|\bsender\b|\bspf\b|\bdkim\b|\bdmarc\b/i

const unknownAddress =
  /(?:unknown|invalid|no such|not a valid) (?:user|recipient|mailbox|address|account|domain)\b|(?:user|recipient|mailbox|account|domain) (?:is )?(?:unknown|invalid|disabled|not found|not exist)|(?:does not|doesn't) exist|doesn't have an? \S+ account|no mailbox here|unrouteable address|recipient address rejected: access denied/i

/** Finds the cause in a server's text: by enhanced status codes (RFC 3463), and by words if no code is specific. */
export function causeOf(text: string): Cause {
  if (otherWords.test(text)) return 'other'
  // Digits and dots on either side exclude IP addresses.
  const codes = text.match(/(?<![\d.])[245]\.[0-7]\.\d{1,3}(?!\.?\d)/g) ?? []
  const specific = codes.filter((code) => !unspecific.test(code))
  if (specific.length > 0) return specific.every((code) => ofAddress.test(code)) ? 'address' : 'other'
  return unknownAddress.test(text) ? 'address' : 'unknown'
}
