import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const version = 'v1.'
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts short texts for the database, such as the password of a mail server. */
export interface Seal {
  /** Encrypts a text. The purpose is part of the key: a text that was sealed for another purpose does not open. */
  seal(purpose: string, text: string): string
  /** Returns the text. Undefined: it was sealed with another key, or for another purpose, or was changed. */
  unseal(purpose: string, sealed: string): string | undefined
}

export function createSeal(key: string): Seal {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `rollcall seal ${purpose}`, 32))
  return {
    seal(purpose, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyOf(purpose), nonce)
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return version + Buffer.concat(parts).toString('base64url')
    },
    unseal(purpose, sealed) {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (!sealed.startsWith(version) || bytes.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, keyOf(purpose), bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
