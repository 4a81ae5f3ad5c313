/** Yields the text of JSON.stringify in pieces: one for each member of the lists and objects of the first two levels. */
export function* jsonPieces(value: unknown, levels = 2): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let separator = isList ? '[' : '{'
  for (const [key, member] of Object.entries(value)) {
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`
    yield* jsonPieces(member, levels - 1)
    separator = ','
  }
  const empty = separator === ',' ? '' : separator
  yield empty + (isList ? ']' : '}')
}
