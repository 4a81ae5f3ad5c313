import { createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, localFolder } from '../config/config.ts'
import { createSeal, type Seal } from './seal.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The key that derives check-in tokens and answer links. It is stored outside the database: a copy of the database
 *  alone reveals no token. The service can derive an issued token again when it has to show it. */
export interface Secret extends Seal {
  /** Returns `characters` digits of Crockford's base32, 5 bits each. The same parts derive the same text, and a different one
   *  for each purpose, such as `checkin`. */
  derive(characters: number, purpose: string, ...parts: string[]): string
}

export function createSecret(key: string): Secret {
  return {
    ...createSeal(key),
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

/** The file with the key of a process without SECRET_KEY. */
export const keyPath = (config: Config) => join(localFolder(config), 'rollcall.key')

/** Reads the configured key, or that of the key file. */
export const openSecret = (config: Config) => createSecret(config.secretKey ?? keyFile(keyPath(config)))

const minKeyLength = 32
// A group may read the file: orchestrators mount secrets so.
const othersOrGroupWrite = 0o027

/** Returns why the service does not use the key in the file at `path`. Undefined: the file is in order, or does not exist. */
export function keyFileFault(path: string): string | undefined {
  if (!existsSync(path)) return
  const { mode } = statSync(path)
  if (mode & othersOrGroupWrite)
    return `${path} has mode ${(mode & 0o777).toString(8).padStart(4, '0')}: other users can read or change the key. Run "chmod 600 ${path}", and replace the key if somebody may have read it`
  const { length } = readFileSync(path, 'utf8').trim()
  if (length < minKeyLength)
    return `${path} has a key of ${length} characters: it must have at least ${minKeyLength}. Restore the file from its backup, or remove it, and Rollcall makes a new one`
}

/** Reads the key from the file at `path`. Creates the file, with mode 0600, if it does not exist.
 *  @throws Error if other users can read the file, or the key is short */
export function keyFile(path: string): string {
  const fault = keyFileFault(path)
  if (fault) throw new Error(fault)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
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
