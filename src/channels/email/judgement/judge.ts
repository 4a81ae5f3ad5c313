import { type SenderFault, senderFaults } from '../../sender-fault.ts'
import { type Fault, meaningOf } from './codes.ts'
import { readText } from './texts.ts'

/** Why a mail did not arrive. `unknown`: the server names no cause. */
export type Verdict = Fault | 'unknown'

// A code of the sender excuses the mailbox, and either excuses the address.
const mostCautious = (faults: Fault[]): Fault | undefined =>
  faults.find(isOfSender) ?? faults.find((one) => one === 'mailbox') ?? faults[0]

// Anybody can send a report with a long text.
const maxLength = 2_000

/** Judges what a mail server or a provider says: the only place that decides whose fault it is. Enhanced status codes come first
 *  (RFC 3463), then words. The address is at fault only if everything says so. */
export function judge(said: string): Verdict {
  const text = said.slice(0, maxLength)
  // Digits and dots on either side exclude IP addresses.
  const codes = text.match(/(?<![\d.])[45]\.[0-7]\.\d{1,3}(?!\.?\d)/g) ?? []
  const meanings = codes.flatMap((code) => meaningOf(code) ?? [])
  const byCode = mostCautious(meanings.flatMap((one) => ('is' in one ? [one.is] : [])))
  if (byCode !== undefined && byCode !== 'address') return byCode
  const { overruling, isOfAddress } = readText(text)
  if (overruling !== undefined) return overruling
  const otherwise = mostCautious(
    meanings.flatMap((one) => ('otherwise' in one && one.otherwise ? [one.otherwise] : [])),
  )
  if (byCode === 'address' && otherwise === undefined) return byCode
  // A server that refuses a recipient for now may not know it yet.
  if (isOfAddress) return isTemporary(text) ? 'mailbox' : 'address'
  return otherwise ?? 'unknown'
}

const isTemporary = (text: string) => /(?:^|[\s;:])4(?:\d\d[ -]|\.[0-7]\.[1-9])/.test(text)

function isOfSender(verdict: Verdict): verdict is SenderFault {
  return senderFaults.some((one) => one === verdict)
}

/** Returns the fault of the sender that the text names, if any. */
export function senderFaultIn(text: string): SenderFault | undefined {
  const verdict = judge(text)
  return isOfSender(verdict) ? verdict : undefined
}
