import { Problem } from '../errors.ts'

// https://sqlite.org/rescode.html: IOERR and CORRUPT.
const sqliteCodes = new Set([10, 11])
// https://www.postgresql.org/docs/current/errcodes-appendix.html: io_error, data_corrupted, index_corrupted.
const postgresCodes = new Set(['58030', 'XX001', 'XX002'])

interface Coded {
  code?: string
  errcode?: number
}

/** Whether the database cannot read some of its pages, while it may still read the others. */
export function isDamage(error: unknown): boolean {
  const { code, errcode } = (error instanceof Problem ? (error.cause ?? {}) : error) as Coded
  return code === 'ERR_SQLITE_ERROR' ? sqliteCodes.has(errcode! & 0xff) : postgresCodes.has(code!)
}
