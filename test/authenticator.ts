import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto'

/** Encodes a value as CBOR (RFC 8949), as far as passkeys need it. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part as never))])
}

interface Options {
  challenge: string
  rpId?: string
  rp?: { id?: string }
}

/** What a real authenticator and browser would never do. */
interface Lies {
  origin?: string
  userVerified?: boolean
}

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** A passkey in software.
 *  @param origin of the page that uses it */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }))

  /** @param flags beyond that a person is present and verified */
  function dataOf({ rpId, rp }: Options, flags: number, { userVerified = true }: Lies) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const domain = hash('sha256', rpId ?? rp!.id!, 'buffer')
    return Buffer.concat([domain, Buffer.from([1 | (userVerified ? 4 : 0) | flags]), count])
  }

  const credential = { id: base64url(id) }

  return {
    id: credential.id,
    /** Sets the counter that the next use states. */
    count(to: number) {
      counter = to
    },
    create(options: Options, lies: Lies = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const bytes = (text: string) => Buffer.from(text, 'base64url')
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x!)],
          [-3, bytes(y!)],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([dataOf(options, 0x40, lies), Buffer.alloc(16), length, id, key])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = base64url(clientData('webauthn.create', options.challenge, lies))
      return { ...credential, response: { clientDataJSON, attestationObject: base64url(attestation) } }
    },
    use(options: Options, lies: Lies = {}) {
      const data = clientData('webauthn.get', options.challenge, lies)
      const authenticatorData = dataOf(options, 0, lies)
      const signed = createSign('sha256')
        .update(authenticatorData)
        .update(hash('sha256', data, 'buffer'))
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signed.sign(privateKey)),
      }
      return { ...credential, response }
    },
  }
}
