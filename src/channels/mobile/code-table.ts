import type { Outcome, Receipt } from '../channel.ts'

/** A code in plain words, and what helps: nothing; some time; or an act of the operator, which the third part names. */
type Meaning = ['none' | 'time', string] | ['operator', string, string]

// A full queue empties within minutes.
const busyMs = 60_000

/** Reads the codes of a provider's errors and receipts. */
export function codeTable(provider: string, meanings: Record<number, Meaning>) {
  /** Returns the meaning of the code in plain words, with the code. */
  function reasonOf(code: number): string {
    const [, words = `${provider} does not deliver the text`, action] = meanings[code] ?? []
    return `${words} (${provider} ${code})${action ? `. ${action}` : ''}`
  }

  /** Returns the outcome of a message that the provider refuses with the code. Undefined for an unknown code.
   *  @throws Error if the operator must act before a retry succeeds */
  function outcomeOf(code: number): Outcome | undefined {
    const [remedy] = meanings[code] ?? []
    if (remedy === undefined) return undefined
    const reason = reasonOf(code)
    if (remedy === 'operator') throw new Error(reason)
    return remedy === 'time' ? { outcome: 'later', reason, afterMs: busyMs } : { outcome: 'permanent', reason }
  }

  /** Returns the receipt of a message that the provider did not deliver, with the code and the provider's id of the message. */
  function receiptOf(code: number, id: string): Receipt {
    const [remedy] = meanings[code] ?? []
    const reason = reasonOf(code)
    return remedy === undefined || remedy === 'none'
      ? { outcome: 'failed', reason }
      : { outcome: 'returned', id, reason }
  }

  return { reasonOf, outcomeOf, receiptOf }
}
