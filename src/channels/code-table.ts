import type { Outcome } from './channel.ts'
import type { Receipt } from './incoming.ts'

/** What helps: nothing; some time, while the provider accepts no messages; a retry; or an act of the operator. */
type Remedy = 'none' | 'time' | 'retry' | 'operator'

/** A code in plain words. The operator's act is the third part. */
type Meaning = ['none' | 'time' | 'retry', string] | ['operator', string, string]

// A full queue empties within minutes.
const busyMs = 60_000

/** Reads the codes of a provider's errors and receipts. */
export function codeTable(provider: string, meanings: Record<number, Meaning>) {
  const remedyOf = (code: number): Remedy | undefined => meanings[code]?.[0]

  /** Returns the meaning of the code in plain words, with the code.
   *  @param unknown the words for a code that the table lacks */
  function reasonOf(code: number, unknown = `${provider} does not deliver the message`): string {
    const [, words = unknown, action] = meanings[code] ?? []
    return `${words} (${provider} ${code})${action ? `. ${action}` : ''}`
  }

  /** Returns the outcome of a message that the provider refuses with the code. Undefined for an unknown code.
   *  @throws Error if a retry may succeed */
  function outcomeOf(code: number): Outcome | undefined {
    const [remedy, reason] = [remedyOf(code), reasonOf(code)]
    if (remedy === undefined) return undefined
    if (remedy === 'none') return { outcome: 'permanent', reason }
    if (remedy === 'time') return { outcome: 'later', reason, afterMs: busyMs }
    throw new Error(reason)
  }

  /** Returns the receipt of a message that the provider did not deliver, with the code and the provider's id of the message. */
  function receiptOf(code: number, id: string, unknown?: string): Receipt {
    const [remedy = 'none', reason] = [remedyOf(code), reasonOf(code, unknown)]
    return { outcome: remedy === 'none' ? 'failed' : 'returned', id, reason }
  }

  return { remedyOf, reasonOf, outcomeOf, receiptOf }
}
