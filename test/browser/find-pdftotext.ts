import { existsSync } from 'node:fs'

/** A program of Debian's package poppler-utils. */
export const pdftotext = '/usr/bin/pdftotext'
export const hasPdftotext = existsSync(pdftotext)

/** Reports skipped tests after all other output, where it is visible. */
export default () => () => {
  if (hasPdftotext) return
  process.stderr.write('\nNOT TESTED ON PAPER: install poppler-utils.\n\n')
}
