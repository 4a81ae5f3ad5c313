import { LRUCache } from 'lru-cache'
import { Problem } from '../errors/errors.ts'
import { type Clock, type Microseconds, seconds } from '../time/instant.ts'

// At most 10 MB. Beyond, the key that was counted least recently is forgotten.
const maxKeys = 50_000

/** What a key has used of its present window. */
interface RateWindow {
  count: number
  leftMicros: Microseconds
}

/** Counts events by key, only in this process. A window begins with the first event of its key. */
export interface RateLimiter {
  /** Counts an event. */
  count(key: string, windowMicros: Microseconds): RateWindow
  /** Returns the present window without counting. */
  windowOf(key: string): RateWindow
  /** Counts an event.
   *  @throws Problem rate-limited beyond `max` in a window */
  take(key: string, max: number, windowMicros: Microseconds): void
}

export function rateLimiter(clock: Clock): RateLimiter {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({
    // Unlike `max`, this allocates no memory before there are keys, which takes milliseconds of a start.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  })

  function windowOf(key: string): RateWindow {
    const window = windows.get(key)
    const leftMicros = (window?.endsAt ?? 0) - clock.monotonic()
    return leftMicros > 0 ? { count: window!.count, leftMicros } : { count: 0, leftMicros: 0 }
  }

  function count(key: string, windowMicros: Microseconds): RateWindow {
    const now = clock.monotonic()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMicros }
      windows.set(key, window)
    }
    window.count++
    return { count: window.count, leftMicros: window.endsAt - now }
  }

  return {
    count,
    windowOf,
    take(key, max, windowMicros) {
      const { count: used, leftMicros } = count(key, windowMicros)
      if (used > max) throw rateLimited(leftMicros)
    },
  }
}

export const rateLimited = (leftMicros: Microseconds) =>
  new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(leftMicros / seconds(1))) })
