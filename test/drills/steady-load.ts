import { setTimeout as delay } from 'node:timers/promises'

export interface Load {
  sent: number
  /** Why each failed request failed, and how often. */
  failures: Map<string, number>
  failed: number
  slowestMs: number
}

/** Sends `perSecond` GET requests a second until `signal` is aborted, whether or not earlier ones have responses. */
export async function steadyLoad(perSecond: number, urls: string[], token: string, signal: AbortSignal): Promise<Load> {
  const load: Load = { sent: 0, failures: new Map(), failed: 0, slowestMs: 0 }
  const open = new Set<Promise<void>>()
  const started = performance.now()
  while (!signal.aborted) {
    while (load.sent < ((performance.now() - started) / 1_000) * perSecond) {
      const url = urls[load.sent++ % urls.length]!
      const asked: Promise<void> = ask(url).finally(() => open.delete(asked))
      open.add(asked)
    }
    await delay(5)
  }
  await Promise.all(open)
  return load

  async function ask(url: string) {
    const since = performance.now()
    const outcome = await statusOf(url).catch((error: Error) => String(error.cause ?? error))
    load.slowestMs = Math.max(load.slowestMs, Math.round(performance.now() - since))
    if (outcome === '200') return
    load.failed++
    load.failures.set(outcome, (load.failures.get(outcome) ?? 0) + 1)
  }

  async function statusOf(url: string) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    return String(response.status)
  }
}
