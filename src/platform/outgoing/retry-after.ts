/** Reads the header Retry-After (RFC 9110, 10.2.3): seconds, or a date. */
export function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const after = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(after) ? undefined : Math.max(after, 0)
}
