/** Caches the results of a pure function of texts. Clears the cache when it holds `max` results. */
export function memoize<Texts extends string[], Value>(
  max: number,
  compute: (...texts: Texts) => Value,
): (...texts: Texts) => Value {
  const kept = new Map<string, Value>()
  return (...texts) => {
    const key = texts.join('\n')
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = compute(...texts)
    if (kept.size >= max) kept.clear()
    kept.set(key, value)
    return value
  }
}
