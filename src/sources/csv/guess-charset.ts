import { type Charset, charsetOfMark } from './charset.ts'

/** Returns UTF-8 unless the bytes are not. The other charsets of the countries that speak our languages are supersets of Latin-1. */
export function guessCharset(bytes: Buffer, isCut: boolean): Charset {
  const marked = charsetOfMark(bytes)
  if (marked) return marked
  const zeros = [0, 1].map((parity) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length)
  if (Math.max(...zeros) * 4 > bytes.length) return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
