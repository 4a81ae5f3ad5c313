const maxPathLength = 1_000

/** Returns a path of this service, without an access token, from a parameter that anybody can write. All others become the first
 *  page. */
export function localPath(to: unknown): string {
  const nowhere = 'http://rollcall.invalid'
  if (typeof to !== 'string' || !to.startsWith('/') || to.length > maxPathLength) return '/'
  const url = URL.parse(to, nowhere)
  // The parsed form: browsers read `/\host` and `//host` as another host, and drop tabs and line breaks.
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + withoutToken(url.hash)
}

/** The person signs in as themselves. The pages read the fragment in the same way. */
function withoutToken(hash: string): string {
  const fragment = new URLSearchParams(hash.slice(1))
  if (!fragment.has('token')) return hash
  fragment.delete('token')
  return `#${fragment}`
}
