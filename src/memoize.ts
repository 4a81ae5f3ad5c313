/** Caches the results of a pure function of texts. Clears the cache when it holds `max` results. */
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
    if (cache.size >= max) cache.clear()
    cache.set(key, value)
    return value
  }
}
