/** Parses the URL of a provider whose protocol names it, with the suffix `+http` if the provider has no TLS. Returns the origin and
 *  path of its API, the credentials, and the header that authorizes requests with them (RFC 7617). */
export function readProviderUrl(text: string) {
  const { protocol, host, pathname, username, password: encoded } = new URL(text)
  const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)]
  return {
    api: `${protocol.endsWith('+http:') ? 'http' : 'https'}://${host}${pathname.replace(/\/$/, '')}`,
    user,
    password,
    basic: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  }
}
