import { Type } from 'typebox'
import type { Config } from '../config/config.ts'
import { type ListName, writeCursor } from './cursor.ts'

/** An optional parameter that can be repeated. */
export const repeatable = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Optional(
    Type.Array(item, { description: `${description} Repeat the parameter to select several values.`, maxItems: 100 }),
  )

export const hasFilters = (filters: object) => Object.keys(filters).length > 0

/** The parameter that `readCursor` reads. */
const Cursor = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description: 'The cursor of the page. Take it from the `Link` of the page before.',
  }),
)

/** The query parameters of a paginated list. */
export const pageQuery = (defaultLimit: number, max: number) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      description: `The maximum number of items on the page. The default is ${defaultLimit.toLocaleString('en')}.`,
    }),
  ),
  after: Cursor,
})

/** The parameters of the pages of a streamed list. Without them, the list is whole. */
export const listPage = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'The maximum number of records. `Link` leads to the others.',
    }),
  ),
  after: Cursor,
}

/** The number of items in a list. */
export const ListCount = Type.Object(
  { count: Type.Integer({ description: 'The number of items.' }) },
  { $id: 'ListCount', description: 'The number of items in a list.', examples: [{ count: 12 }] },
)

export interface Page {
  limit: number
  after?: string
}

/** Returns the first `limit` of up to `limit` + 1 items. The extra item means that there is a next page. The cursor of
 *  the next page is the position of the last item shown. */
export function cutPage<Item>(
  list: ListName,
  items: Item[],
  limit: number,
  positionOf: (last: Item) => (number | string)[],
) {
  const shown = items.slice(0, limit)
  return { shown, next: items.length > limit ? writeCursor(list, ...positionOf(shown.at(-1)!)) : undefined }
}

/** Returns a function that writes the `Link` header of the next page, with the path of PUBLIC_URL as a prefix. */
export function linksToNext(config: Pick<Config, 'publicUrl'>) {
  return (path: string, query: Record<string, unknown>) => {
    const prefix = config.publicUrl ? new URL(config.publicUrl).pathname.replace(/\/$/, '') : ''
    const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, `${value}`]))
    const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
    return `<${prefix}${path}${search}>; rel="next"`
  }
}
