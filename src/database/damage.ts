import { Problem } from '../errors.ts'

// https://sqlite.org/rescode.html: IOERR and CORRUPT.
const sqliteCodes = new Set([10, 11])
// https://www.postgresql.org/docs/current/errcodes-appendix.html: io_error, data_corrupted, index_corrupted.
const postgresCodes = new Set(['58030', 'XX001', 'XX002'])

interface Coded {
  code?: string
  errcode?: number
}

/** Whether the error means damaged pages. The database may still read its other pages. */
export function isDamage(error: unknown): boolean {
  const { code, errcode } = (error instanceof Problem ? (error.cause ?? {}) : error) as Coded
  return code === 'ERR_SQLITE_ERROR' ? sqliteCodes.has(errcode! & 0xff) : postgresCodes.has(code!)
}
