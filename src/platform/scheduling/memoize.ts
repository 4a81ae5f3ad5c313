// Headers and URLs of clients are such texts. With a longer limit, 1,000 headers would keep 16 MB.
const maxKeyLength = 1_000

/** Caches the results of a pure function of texts. Clears the cache when it holds `max` results. Long texts are not cached. */
export function memoize<Texts extends string[], Value>(
  max: number,
  compute: (...texts: Texts) => Value,
): (...texts: Texts) => Value {
  const cache = new Map<string, Value>()
  return (...texts) => {
    const key = texts.join('\n')
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(...texts)
    if (key.length > maxKeyLength) return value
    if (cache.size >= max) cache.clear()
    cache.set(key, value)
    return value
  }
}
