const maxIds = 100

/** The contacts whose data a request or a worker has used. */
export interface NotedContacts {
  /** The ids of their notifications. Undefined: there are more than 100 records. */
  ids: readonly string[] | undefined
  /** The number of records about contacts. Several records can be about the same contact. */
  count: number
}

export const noContacts: NotedContacts = { ids: [], count: 0 }

/** @param ids the notification of each record; null for a record that names none */
export const contactsOf = (...ids: (string | null | undefined)[]): NotedContacts =>
  ids.length === 1 && typeof ids[0] === 'string'
    ? { ids: ids as string[], count: 1 }
    : contactsIn(ids.length, () => ids)

/** @param read returns the notification of each record. Called for at most 100 records, to keep long lists fast */
export function contactsIn(count: number, read: () => readonly (string | null | undefined)[]): NotedContacts {
  if (count > maxIds) return { ids: undefined, count }
  const ids = read().filter((id) => typeof id === 'string')
  return { ids: ids.length > 1 ? [...new Set(ids)] : ids, count }
}

/** Adds the contacts of another part of a response. */
export function together(one: NotedContacts, other: NotedContacts): NotedContacts {
  const count = one.count + other.count
  if (count > maxIds || !one.ids || !other.ids) return { ids: undefined, count }
  return { ids: [...new Set([...one.ids, ...other.ids])], count }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Says whose data the response has. A route whose path names a notification need not call it. A stream calls it for each
     *  part, before it sends the part. */
    noteContacts(contacts: NotedContacts): void
  }
}
