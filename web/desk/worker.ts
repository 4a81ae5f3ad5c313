// The service worker of the front desk: the page loads without a connection. It keeps the page's own files, which contain
// no data, and never answers a request to the API.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(response: Promise<Response>): void
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const worker = self as unknown as Worker
const name = 'rollcall.desk'
const page = new URL('./desk', location.href).href
const assets = new URL('./assets/', location.href).href

worker.addEventListener('install', (event) => {
  worker.skipWaiting()
  event.waitUntil(fetch(page).then((response) => (response.ok ? cachePage(response) : undefined)))
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method !== 'GET') return
  // The scope is a prefix: it includes other addresses, such as `/desk/`.
  if (mode === 'navigate' && url.replace(/[?#].*/, '') === page) event.respondWith(freshPage())
  else if (url.startsWith(assets)) event.respondWith(asset(event.request))
})

/** Returns the current page, or without a connection the cached one. */
async function freshPage(): Promise<Response> {
  const cache = await caches.open(name)
  try {
    const response = await fetch(page)
    // The browser accepts no redirected response for a navigation: a proxy may ask for a sign-in of its own.
    if (response.redirected) return Response.redirect(response.url)
    if (response.ok) await cachePage(response.clone())
    return response
  } catch (error) {
    const cached = await cache.match(page)
    if (cached) return cached
    throw error
  }
}

/** Keeps the page and its files. A new version replaces the files of the previous one. A page without files is not the
 *  desk: a proxy may show one of its own. */
async function cachePage(response: Response) {
  const cache = await caches.open(name)
  const html = await response.clone().text()
  const cached = await cache.match(page)
  if (cached && (await cached.text()) === html) return
  const files = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, path]) => new URL(path!, page).href)
  if (response.redirected || files.length === 0) return
  await cache.addAll(files)
  await cache.put(page, response)
  for (const { url } of await cache.keys()) if (url !== page && !files.includes(url)) await cache.delete(url)
}

/** The names of these files contain their hash, so that a cached file is never stale. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(name)
  const cached = await cache.match(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
