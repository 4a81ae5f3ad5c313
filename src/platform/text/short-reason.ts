import { oneLine } from './one-line.ts'

// A server's error text may have any length. 300 characters fit into a table cell.
const maxLength = 300

/** Shortens what another server says about a failure to one line. */
export const shortReason = (reason: string) => oneLine(reason.slice(0, 10 * maxLength)).slice(0, maxLength)
