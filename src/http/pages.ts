import { type TString, Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Instant } from '../instant.ts'

/** What a list that comes in pages takes in its query. */
export const pageQuery = (unlessGiven: number, max: number, cursor: TString) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      description: `The maximum number of items on the page. The default is ${unlessGiven.toLocaleString('en')}.`,
    }),
  ),
  after: Type.Optional({
    ...cursor,
    description: 'The cursor of the page. Take it from the `Link` of the page before.',
  }),
})

export interface Page {
  limit: number
  after?: string
}

/** What fits on a page out of one more, and the cursor that the next page comes after, if there is one. */
export function cutPage<Item>(items: Item[], limit: number, cursorOf: (last: Item) => string) {
  const shown = items.slice(0, limit)
  return { shown, next: items.length > limit ? cursorOf(shown.at(-1)!) : undefined }
}

/** A place in a list by time: an instant, and which UUID of those that have it. */
export interface Place {
  at: Instant
  id: string
}

export const PlaceCursor = Type.String({ pattern: '^[0-9]{1,16}[.][0-9a-f-]{36}$' })

export const writeCursor = ({ at, id }: Place) => `${at}.${id}`

export function readCursor(cursor: string): Place {
  const [at, id] = cursor.split('.')
  return { at: Number(at), id: id! }
}

/** Writes the `Link` header that leads on, to a path of ours as callers see it: behind the one of PUBLIC_URL. */
export function linksToNext({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const prefix = publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''
  return (path: string, query: Record<string, unknown>) => {
    const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, `${value}`]))
    const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
    return `<${prefix}${path}${search}>; rel="next"`
  }
}
