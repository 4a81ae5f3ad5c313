/** Which engine an address is of: the embedded one, unless it names PostgreSQL. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)

/** The address of a database without what nobody should read. */
export function withoutCredentials(url: string): string {
  if (!isPostgres(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
