import { type Charset, charsetOfMark } from './charset.ts'

/** Returns UTF-8 unless the bytes are not. The other charsets of the countries that speak our languages are supersets of Latin-1,
 *  and that of Excel's *CSV (Macintosh)*. */
export function guessCharset(bytes: Buffer, isCut: boolean): Charset {
  const marked = charsetOfMark(bytes)
  if (marked) return marked
  const zeros = [0, 1].map((parity) => bytes.filter((byte, index) => byte === 0 && index % 2 === parity).length)
  if (Math.max(...zeros) * 4 > bytes.length) return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return 'utf-8'
  } catch {
    return isMacintosh(bytes.toString('latin1')) ? 'macintosh' : 'windows-1252'
  }
}

// Windows-1252 does not have these. On a Macintosh they are Å, ç, è, ê and ù.
const notOfWindows = /[\x81\x8d\x8f\x90\x9d]/

// Inside of words, small letters with accents: those of a Macintosh are signs of Windows, and the reverse. Without the apostrophe.
const ofMacintosh = /[a-z][\x80-\x91\x93-\x9f][a-z]/gi
const ofWindows = /[a-z][\xe0-\xff][a-z]/gi

function isMacintosh(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0
  return notOfWindows.test(text) || count(ofMacintosh) > count(ofWindows)
}
