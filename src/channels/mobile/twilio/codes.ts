import type { Outcome } from '../../channel.ts'

/** What helps: nothing; some time; or an act of the operator, which the third part names. */
type Meaning = ['none' | 'time', string] | ['operator', string, string]

// A full queue empties within minutes.
const busyMs = 60_000

/** The codes of errors and of receipts that clinics meet, in plain words.
 *  https://www.twilio.com/docs/api/errors */
const meanings: Record<number, Meaning> = {
  21211: ['none', 'the number is not valid'],
  21214: ['none', 'the number cannot be reached'],
  21217: ['none', 'the number is not valid'],
  21265: ['none', 'the number is a short code, which gets no texts'],
  21266: ['none', "the number is the sender's own"],
  21408: ['none', 'the account sends no texts to the country of this number'],
  21610: ['none', 'the contact has unsubscribed from this sender'],
  21612: ['none', 'this sender cannot reach the number'],
  21614: ['none', 'the number is not a mobile number'],
  21617: ['none', 'the text is too long'],
  21635: ['none', 'the number is a landline'],
  30002: ['none', 'the account was suspended before the text was sent'],
  30003: ['none', 'the telephone is switched off or out of reach'],
  30004: ['none', 'the text was blocked'],
  30005: ['none', 'the number is unknown or no longer in use'],
  30006: ['none', 'the number is a landline, or its carrier cannot be reached'],
  30007: ['none', 'the carrier took the text for spam'],
  30008: ['none', 'the carrier gives no reason'],
  30034: ['none', 'carriers in the USA block this sender, because it is not registered (A2P 10DLC)'],
  30036: ['none', 'the text waited too long at the provider'],

  20003: ['operator', 'Twilio refuses the account SID or the auth token', 'Correct SMS_URL'],
  20005: ['operator', 'the account at Twilio is not active', 'Activate it, or add funds'],
  10001: ['operator', 'the account at Twilio is suspended', 'Add funds, or ask its support'],
  21212: ['operator', 'Twilio does not accept the sender', 'Correct SMS_FROM'],
  21603: ['operator', 'Twilio needs a sender', 'Set SMS_FROM'],
  21606: ['operator', 'the sender cannot send texts', 'Set SMS_FROM to a number of the account that sends texts'],
  21608: ['operator', 'a trial account sends only to verified numbers', 'Upgrade the account at Twilio'],
  21609: ['operator', 'Twilio cannot call this service', 'Set PUBLIC_URL to an address that Twilio can reach'],
  21659: ['operator', 'the sender is not a number of Twilio', 'Correct SMS_FROM'],
  21660: ['operator', 'the sender belongs to another account', 'Correct SMS_FROM or SMS_URL'],
  21661: ['operator', 'the sender cannot send texts', 'Set SMS_FROM to a number of the account that sends texts'],
  21703: ['operator', 'the messaging service has no number that can send this text', 'Add one at Twilio'],
  21704: ['operator', 'the messaging service has no numbers', 'Add one at Twilio'],
  21705: ['operator', 'Twilio does not know the messaging service', 'Correct SMS_FROM'],

  14107: ['time', 'too many texts in a short time'],
  20429: ['time', 'too many requests in a short time'],
  21611: ['time', "the sender's queue is full"],
  30001: ['time', "the sender's queue was full"],
  63017: ['time', 'too many texts in a short time'],
  63018: ['time', 'too many texts in a short time'],
  63038: ['time', 'the account has sent its limit of texts for one day'],
}

/** Returns what became of a message that Twilio refuses with the code. Undefined for an unknown code.
 *  @throws Error if the operator must act before a retry succeeds */
export function outcomeOfCode(code: number): Outcome | undefined {
  const [remedy] = meanings[code] ?? []
  if (remedy === undefined) return undefined
  const reason = reasonOfCode(code)
  if (remedy === 'operator') throw new Error(reason)
  return remedy === 'time' ? { outcome: 'later', reason, afterMs: busyMs } : { outcome: 'permanent', reason }
}

/** Returns the meaning of the code in plain words, with the code. */
export function reasonOfCode(code: number): string {
  const [, words = 'Twilio does not deliver the text', action] = meanings[code] ?? []
  return `${words} (Twilio ${code})${action ? `. ${action}` : ''}`
}
