import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

// OWASP's password storage cheat sheet: argon2id with 19 MiB and two passes. 50 ms on one core.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

export const minPasswordLength = 12
export const maxPasswordLength = 128

const derive = promisify(argon2)

const deriveKey = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost) =>
  // The same characters have several encodings, by keyboard.
  derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength })

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Returns the hash of a password with its salt and cost, as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(key)}`
}

/** Whether the password has this hash. Without a hash, it does the same work, so that the time does not reveal whether there is one. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, , , parameters, salt, key] = (hash ?? (await ofNobody())).split('$')
  const [memory, passes, parallelism] = parameters!.split(',').map((one) => Number(one.slice(2)))
  const stored = { memory: memory!, passes: passes!, parallelism: parallelism! }
  const derived = await deriveKey(password, Buffer.from(salt!, 'base64'), stored)
  return timingSafeEqual(derived, Buffer.from(key!, 'base64')) && Boolean(hash)
}

let nobody: Promise<string> | undefined

/** The hash of a password that nobody has. */
const ofNobody = () => {
  nobody ??= hashPassword(randomBytes(32).toString('base64'))
  return nobody
}
