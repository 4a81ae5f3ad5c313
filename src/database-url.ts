import { resolve } from 'node:path'

/** Whether the URL is of PostgreSQL; every other one is of the embedded engine. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)

/** Reads the URL of a database of either engine; undefined if it is invalid. */
export const readDatabaseUrl = (text: string) => sqliteUrl(text) ?? postgresUrl(text)

/** Reads URLs with commas between them; undefined if one is invalid. */
export function readPostgresUrls(text: string): string[] | undefined {
  const urls = text.split(',').map((url) => postgresUrl(url.trim()))
  return urls.every((url) => url !== undefined) ? urls : undefined
}

function sqliteUrl(text: string) {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1]
  return path && `sqlite:${resolve(path)}`
}

function postgresUrl(text: string) {
  const url = isPostgres(text) && URL.parse(text)
  return url && url.pathname.length > 1 ? text : undefined
}

/** The address of a database without its user name and password. */
export function withoutCredentials(url: string): string {
  if (!isPostgres(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
