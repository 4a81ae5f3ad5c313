import type { FastifyRequest } from 'fastify'

/** Returns the value of a cookie of the request. The prefix `__Host-` in its name keeps other hosts from setting another one. */
export function readCookie({ headers }: FastifyRequest, name: `__Host-${string}`): string | undefined {
  const cookies = headers.cookie?.split(/; ?/) ?? []
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Returns the names of the request's cookies with this prefix. Browsers send the oldest first (RFC 6265, 5.4). */
export const cookiesNamed = <Prefix extends `__Host-${string}`>({ headers }: FastifyRequest, prefix: Prefix) =>
  (headers.cookie?.split(/; ?/) ?? [])
    .map((cookie) => cookie.split('=')[0]!)
    .filter((name): name is `${Prefix}${string}` => name.startsWith(prefix))

// `Lax`: the provider's redirect and links in mails arrive with the cookie; requests that other sites make do not.
/** Returns the value of a Set-Cookie header. Without `maxAgeSeconds`, the cookie ends with the browser's session. */
export const cookie = (name: `__Host-${string}`, value: string, maxAgeSeconds?: number) =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`

/** Returns the value of a Set-Cookie header that deletes the cookie. */
export const deletedCookie = (name: `__Host-${string}`) => cookie(name, '', 0)
