import { hash } from 'node:crypto'
import { memoize } from '../scheduling/memoize.ts'
import type { ActionRange } from './action-range.ts'

/** Returns a strong entity tag, made from everything that determines the bytes of the response. Reads no record. */
export const etagOf = ({ entityId, snapshot, fromAt, toAt }: Omit<ActionRange, 'rows'>, ...others: string[]) =>
  `"${entityId}-${snapshot}-${fromAt}-${toAt}-${hashOf(...others)}"`

/** Returns the snapshot of the first tag in If-None-Match that `etagOf` wrote; 0 without such a tag. */
export const snapshotOfEtag = (ifNoneMatch = '') =>
  Number(/-(\d{1,15})(?:--?\d+){2}-[\w-]{16}"/.exec(ifNoneMatch)?.[1] ?? 0)

const hashOf = memoize(1_000, (...texts: string[]) => hash('sha256', texts.join('\n'), 'base64url').slice(0, 16))
