import { type ClientOptions, type RequestOptions, request } from './request.ts'
import type { TaggedResource } from './tagged.ts'

export const pageSize = 1000

export interface Page<Item> {
  items: Item[]
  /** The cursor before the page; undefined for the first one. */
  after: string | undefined
}

/** Sends the requests of one client. The first parameter of each is the id of the entity. */
export interface Connection {
  ask(entityId: string, url: URL, requested?: RequestOptions): Promise<Response>
  askJson<Answer>(entityId: string, url: URL, requested?: RequestOptions): Promise<Answer>
  /** Returns a resource with its entity tag. */
  askTagged<Resource>(entityId: string, url: URL, requested?: RequestOptions): Promise<TaggedResource<Resource>>
  /** Reads a list page by page. */
  pages<Item>(entityId: string, first: URL): AsyncGenerator<Page<Item> & { sequence: number }>
  each<Item>(entityId: string, first: URL): AsyncGenerator<Item>
  /** Reads the pages of a list as text of a media type. */
  textPages(entityId: string, first: URL, accept: string): AsyncGenerator<string>
  /** Returns the URL of an operation. */
  address(...segments: string[]): URL
}

export function connectTo(options: ClientOptions): Connection {
  const ask = (_entityId: string, url: URL, requested?: RequestOptions) => request(options, url, requested)

  async function* pages<Item>(entityId: string, first: URL) {
    for (let url: URL | undefined = first; url; ) {
      const response: Response = await ask(entityId, url)
      const sequence = sequenceOf(response)
      const after = url.searchParams.get('after') ?? undefined
      yield { items: (await response.json()) as Item[], after, sequence }
      url = nextOf(response, url)
    }
  }

  async function* textPages(entityId: string, first: URL, accept: string) {
    for (let url: URL | undefined = first; url; ) {
      const response: Response = await ask(entityId, url, { accept })
      yield response.text()
      url = nextOf(response, url)
    }
  }

  return {
    ask,
    textPages,
    async askJson<Answer>(...asking: Parameters<typeof ask>) {
      return (await (await ask(...asking)).json()) as Answer
    },
    async askTagged<Resource>(...asking: Parameters<typeof ask>) {
      const response = await ask(...asking)
      return { resource: (await response.json()) as Resource, etag: response.headers.get('etag')! }
    },
    pages,
    async *each<Item>(entityId: string, first: URL) {
      for await (const page of pages<Item>(entityId, first)) yield* page.items
    },
    address: (...segments) =>
      new URL(`${options.url.replace(/\/$/, '')}/v1/${segments.map(encodeURIComponent).join('/')}`),
  }
}

export function filtered(url: URL, filters: Record<string, string | string[]>): URL {
  for (const [name, values] of Object.entries(filters)) {
    for (const value of [values].flat()) url.searchParams.append(name, value)
  }
  return url
}

export const sequenceOf = ({ headers }: Response) => Number(headers.get('rollcall-sequence'))

function nextOf(response: Response, base: URL): URL | undefined {
  const link = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (link === undefined) return undefined
  // Use only the link's query: behind a proxy that adds a path, the link's path differs from ours.
  const next = new URL(base)
  next.search = new URL(link, base).search
  return next
}
