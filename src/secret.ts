import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The key that derives check-in tokens and answer links. It is stored outside the database: a copy of the database
 *  alone reveals no token. The service can derive an issued token again when it has to show it. */
export interface Secret {
  /** Returns `characters` digits of Crockford's base32, 5 bits each. The same parts derive the same text, and a different one
   *  for each purpose, such as `checkin`. */
  derive(characters: number, purpose: string, ...parts: string[]): string
}

export function createSecret(key: string): Secret {
  return {
    derive(characters, ...parts) {
      const digest = createHmac('sha256', key).update(JSON.stringify(parts)).digest()
      let text = ''
      // The first digit is the last 5 bits of the digest.
      for (let bit = 0; text.length < characters; bit += 5) {
        const at = digest.length - 1 - (bit >> 3)
        text += crockford[((digest[at]! | (digest[at - 1]! << 8)) >> (bit & 7)) & 31]
      }
      return text
    },
  }
}

/** Reads the key from the file at `path`. Creates the file, with mode 0600, if it does not exist. */
export function keyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // The link publishes a complete file, and fails if another process was first. Both processes then read the same key.
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
