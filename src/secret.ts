import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a derived text is for: the same parts give another for each. */
type Purpose = 'checkin' | 'answer' | 'answer-nonce' | 'sms-status' | 'sms-replies'

/** What check-in tokens and answer links are derived from. Kept outside the database, so that the database alone opens
 *  nothing, and what was issued can be shown again. */
export interface Secret {
  /** So many characters of Crockford's base32 (5 bits each), always the same for the same parts. */
  derive(characters: number, purpose: Purpose, ...parts: string[]): string
}

export function createSecret(key: string): Secret {
  return {
    derive(characters, ...parts) {
      const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest()
      let text = ''
      // From the last bits on.
      for (let bit = 0; text.length < characters; bit += 5) {
        const at = digest.length - 1 - (bit >> 3)
        text += crockford[((digest[at]! | (digest[at - 1]! << 8)) >> (bit & 7)) & 31]
      }
      return text
    },
  }
}

/** The key in the file at `path`, readable by its owner alone; a new one when there is no such file. */
export function keyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Linked into place whole: of two processes that start at once, one key wins, and neither reads half of it.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  const descriptor = openSync(draft, 'w', 0o600)
  writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`)
  closeSync(descriptor)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}
