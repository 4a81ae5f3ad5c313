/** A browser without pages: keeps cookies for each host, and follows redirects one by one. */
export function visitor(language = 'en') {
  const jars = new Map<string, Map<string, string>>()

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const jar = jars.getOrInsertComputed(origin, () => new Map())
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        'accept-language': language,
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...init.headers,
      },
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(header)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return response
  }

  return {
    request,
    /** The cookies of a host. */
    cookies: (url: string) => jars.get(new URL(url).origin) ?? new Map<string, string>(),
    /** Opens the URL and follows redirects, while `goesOn` says so. Returns the visited URLs and the last response. */
    async open(url: string, goesOn: (next: string) => boolean = () => true) {
      const visited = [url]
      for (;;) {
        const at = visited.at(-1)!
        const response = await request(at)
        const location = response.headers.get('location')
        if (location === null) return { visited, status: response.status, page: await response.text() }
        const next = new URL(location, at).href
        visited.push(next)
        if (!goesOn(next)) return { visited, status: response.status, page: '' }
        if (visited.length > 20) throw new Error(`too many redirects: ${visited.join(' ')}`)
      }
    },
  }
}
