import { type KeptKind, keptKinds } from '../../platform/database/table-data.ts'

const bitOf = (kind: KeptKind) => 1 << keptKinds.indexOf(kind)

/** Adds the kinds up, as `removed_kinds` of a notification stores them. The end of the notifications is that of all kinds. */
export const kindBits = (kinds: readonly KeptKind[]): number =>
  (kinds.includes('notifications') ? keptKinds : kinds).reduce((sum, kind) => sum | bitOf(kind), 0)

/** Returns the values of `removed_kinds` of notifications that still have data of a kind. */
export const valuesWithout = (kind: KeptKind): number[] =>
  [...Array(kindBits(keptKinds)).keys()].filter((value) => (value & (bitOf(kind) | bitOf('notifications'))) === 0)
