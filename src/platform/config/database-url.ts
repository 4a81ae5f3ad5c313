import { resolve } from 'node:path'

/** Whether the URL selects PostgreSQL. Every other URL selects SQLite. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)

/** Parses the URL of a database of either engine. Returns undefined if it is invalid. */
export const readDatabaseUrl = (text: string) => sqliteUrl(text) ?? readPostgresUrl(text)

function sqliteUrl(text: string) {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path && `sqlite:${resolve(path)}`
}

/** Parses the URL of a PostgreSQL database. Returns undefined if it is invalid. */
export function readPostgresUrl(text: string) {
  const url = isPostgres(text) && URL.parse(text)
  // A password with an unencoded "/" would become a part of the path, and appear in messages.
  return url && /^\/[^/@]+$/.test(url.pathname) ? text : undefined
}

/** Removes the user name, the password and the query from the URL of a database. */
export function withoutCredentials(url: string): string {
  if (!isPostgres(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
