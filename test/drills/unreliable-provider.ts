import type { Webhook } from '../providers/provider.ts'
import type { ContactAnswer, DrilledProvider, Outcome, ProviderMessage, Report } from './drilled-providers.ts'

/** A message that the provider has taken. */
export interface TakenMessage {
  outcome: Outcome
  /** The reports that reach the service; the others are lost. */
  reports: Report[]
}

const busy: Outcome = { status: 429, headers: { 'retry-after': '1' } }
const chance = (probability: number) => Math.random() < probability
const upTo = (ms: number) => Math.random() * ms

/** Starts a provider that is often busy, away or silent, whose callbacks arrive late, in any order, repeatedly or never; and the
 *  contacts behind it, who answer.
 *  @param call posts a callback after some milliseconds */
export async function unreliableProvider(
  { refusal, start }: DrilledProvider,
  call: (webhook: Webhook, afterMs: number) => void,
) {
  /** By the id of the delivery. */
  const taken = new Map<string, TakenMessage[]>()
  const refused = new Set<string>()
  /** The answers of contacts, by their number. Undefined: the contact does not answer. */
  const answered = new Map<string, ContactAnswer | undefined>()
  let given = 0
  let awayUntil = 0
  let mayHang = true

  const { env, reply, violations, close } = await start((text) => {
    given++
    const outcome = Date.now() < awayUntil ? 'outage' : outcomeOf(text)
    if (outcome === 'accept' || outcome === 'cut' || outcome === 'hang') take(text, outcome)
    return outcome
  })
  return {
    env,
    violations,
    close,
    taken,
    refused,
    answered,
    given: () => given,
    /** Lets the provider take nothing for a while. */
    goAway(ms: number) {
      awayUntil = Date.now() + ms
    },
    /** From now on, the provider responds or cuts the connection: a timeout takes 20 s. */
    neverHang() {
      mayHang = false
    },
  }

  function outcomeOf({ deliveryId }: ProviderMessage): Outcome {
    if (chance(0.02)) return busy
    if (chance(0.01)) return { status: 500 }
    if (chance(0.01)) return 'outage'
    if (chance(0.02)) {
      refused.add(deliveryId)
      return refusal
    }
    if (chance(0.1)) return 'cut'
    return mayHang && chance(0.005) ? 'hang' : 'accept'
  }

  function take(text: ProviderMessage, outcome: Outcome) {
    const last: Report = chance(0.1) ? 'failed' : 'delivered'
    const areLost = chance(0.15)
    const reports = (['sent', last] as const).filter(() => !areLost && !chance(0.15))
    for (const report of reports) {
      const callback = text.report(report)
      for (let times = chance(0.2) ? 2 : 1; times > 0; times--) call(callback, upTo(1_500))
    }
    taken.set(text.deliveryId, [...(taken.get(text.deliveryId) ?? []), { outcome, reports }])
    if (last !== 'failed' && !answered.has(text.to)) answerOnce(text.to)
  }

  function answerOnce(from: string) {
    const answer = chance(0.6) ? (chance(0.5) ? 'confirm' : 'cancel') : undefined
    answered.set(from, answer)
    if (!answer) return
    const callback = reply(from, answer)
    for (let times = 1 + Math.floor(upTo(3)); times > 0; times--) call(callback, upTo(2_000))
  }
}
