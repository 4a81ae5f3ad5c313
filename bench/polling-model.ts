import { LRUCache } from 'lru-cache'

// node bench/polling-model.ts: the hit rate of the cache of lists, when clinics poll today every minute, yesterday each hour
// and the month each night. Compares policies of admission and eviction over a day and a night.
const recordBytes = 900
const answersPerDay = 14
const cacheBytes = 64_000_000
const askedKeys = cacheBytes / 5_000
const minutesPerDay = 24 * 60
const listsOf = {
  today: { every: 1, bytes: (minute: number) => Math.ceil((answersPerDay * minute) / minutesPerDay) * recordBytes },
  yesterday: { every: 60, bytes: () => answersPerDay * recordBytes },
  month: { every: minutesPerDay, bytes: () => 30 * answersPerDay * recordBytes },
}
type Kind = keyof typeof listsOf

/** Whether the cache takes a list of so many bytes. `wasAsked`: an earlier request in this cache's memory had the same key. */
type Admission = (bytes: number, wasAsked: boolean) => boolean

const policies: Record<string, { maxBytes: number; admits: Admission }> = {
  'no bound': { maxBytes: Number.MAX_SAFE_INTEGER, admits: () => true },
  'every list': { maxBytes: cacheBytes, admits: () => true },
  'lists that were asked for before': { maxBytes: cacheBytes, admits: (_bytes, wasAsked) => wasAsked },
  'lists below 1/256 of the cache': { maxBytes: cacheBytes, admits: (bytes) => bytes < cacheBytes / 256 },
}

function hitRates(clinics: number, { maxBytes, admits }: { maxBytes: number; admits: Admission }) {
  const cache = new LRUCache<string, number>({ maxSize: maxBytes, sizeCalculation: (bytes) => bytes + 500 })
  const asked = new LRUCache<string, true>({ max: askedKeys })
  const counts = { today: [0, 0], yesterday: [0, 0], month: [0, 0] }
  const savedBytes = [0, 0]
  for (let minute = 0; minute < 2 * minutesPerDay; minute++) {
    for (let clinic = 0; clinic < clinics; clinic++) {
      for (const kind of ['today', 'yesterday', 'month'] as Kind[]) {
        const { every, bytes } = listsOf[kind]
        if ((minute + clinic) % every === 0) ask(`${kind} ${clinic}`, kind, bytes(minute % minutesPerDay), minute)
      }
    }
  }
  return { counts, saved: savedBytes[0]! / savedBytes[1]! }

  function ask(key: string, kind: Kind, bytes: number, minute: number) {
    // A list that has grown was read again, as one of another day was.
    const cached = cache.get(key)
    const isHit = cached === bytes && !(kind !== 'month' && minute % minutesPerDay < listsOf[kind].every)
    if (minute >= minutesPerDay) {
      counts[kind][isHit ? 0 : 1]!++
      savedBytes[1]! += bytes
      if (isHit) savedBytes[0]! += bytes
    }
    const wasAsked = asked.get(key) ?? false
    asked.set(key, true)
    if (!isHit && (cached !== undefined || admits(bytes, wasAsked))) cache.set(key, bytes)
  }
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`
console.log(
  '| clinics | policy | today | yesterday | month | all requests | bytes |\n| --- | --- | --- | --- | --- | --- | --- |',
)
for (const clinics of [1_000, 3_000, 5_000, 10_000]) {
  for (const [name, policy] of Object.entries(policies)) {
    const { counts, saved } = hitRates(clinics, policy)
    const rate = (...kinds: Kind[]) => {
      const [hits, all] = kinds.reduce(
        ([h, n], kind) => [h! + counts[kind][0]!, n! + counts[kind][0]! + counts[kind][1]!],
        [0, 0],
      )
      return percent(hits! / all!)
    }
    const cells = [rate('today'), rate('yesterday'), rate('month'), rate('today', 'yesterday', 'month'), percent(saved)]
    console.log(`| ${clinics} | ${name} | ${cells.join(' | ')} |`)
  }
}
