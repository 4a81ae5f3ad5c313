import { idPattern, maxIdLength } from '../../../client/limits.ts'

/** Returns an id for a name: its letters without marks, and its digits, with hyphens between the words. Empty if it has none. */
export const suggestedId = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxIdLength)
    .replace(/-$/, '')

/** The ids that the service accepts. */
export const isId = (id: string) => new RegExp(idPattern).test(id)
