import smpp from 'smpp'
import type { Measure } from '../channel.ts'

/** A text message as segments of at most 140 octets. A concatenation header occupies six of them. */
export interface EncodedText {
  /** SMPP 3.4, 5.2.19: 0 for the seven-bit alphabet of GSM 03.38, unpacked to one octet per letter; 8 for UCS-2. */
  dataCoding: 0 | 8
  segments: Buffer[]
}

const gsm = { dataCoding: 0, whole: 160, part: 153 } as const
const ucs2 = { dataCoding: 8, whole: 140, part: 134 } as const

/** Splits a text into segments. Each of several segments begins with the header of 3GPP TS 23.040, 9.2.3.24.1.
 *  @param reference 0 to 255, identifies the segments of one message */
export function encode(text: string, reference: number): EncodedText {
  const { ASCII, UCS2 } = smpp.encodings
  const isGsm = ASCII.match(text)
  const { dataCoding, whole, part } = isGsm ? gsm : ucs2
  const octets = (isGsm ? ASCII : UCS2).encode(text)
  if (octets.length <= whole) return { dataCoding, segments: [octets] }

  const parts: Buffer[] = []
  for (let from = 0; from < octets.length; ) {
    let to = Math.min(from + part, octets.length)
    if (to < octets.length && splitsCharacter(octets, to, isGsm)) to -= isGsm ? 1 : 2
    parts.push(octets.subarray(from, to))
    from = to
  }
  const headed = (octets: Buffer, index: number) =>
    Buffer.concat([Buffer.from([5, 0, 3, reference, parts.length, index + 1]), octets])
  return { dataCoding, segments: parts.map(headed) }
}

/** A segment must not end between an escape and its letter, nor within a surrogate pair. */
const splitsCharacter = (octets: Buffer, at: number, isGsm: boolean) =>
  isGsm ? octets[at - 1] === 0x1b : (octets[at - 2]! & 0xfc) === 0xd8

/** Returns the first of several equivalent texts that needs the fewest segments. Also tries each text without the
 *  accents that GSM 03.38 lacks. One such accent switches the whole text to UCS-2, which doubles its size. */
export function fewestSegments(texts: string[]): string {
  let best = { text: '', count: Infinity }
  for (const accented of texts) {
    for (const text of [accented, plain(accented)]) {
      const count = encode(text, 0).segments.length
      if (count === 1) return text
      if (count < best.count) best = { text, count }
    }
  }
  return best.text
}

/** Says how a text is sent: without accents, if that needs fewer segments. */
export function measure(text: string): Measure {
  const sent = fewestSegments([text])
  const { dataCoding, segments } = encode(sent, 0)
  const withoutAccents = plain(sent)
  // Accents are kept if another character forces UCS-2 anyway, or if they cost nothing.
  const forcing = smpp.encodings.ASCII.match(withoutAccents) ? sent : withoutAccents
  return {
    segments: segments.length,
    encoding: dataCoding === gsm.dataCoding ? 'GSM-7' : 'UCS-2',
    forcing_characters: [...new Set([...forcing].filter((letter) => !smpp.encodings.ASCII.match(letter)))],
  }
}

const lookAlikes: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  º: 'o',
  ª: 'a',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Œ: 'OE',
  œ: 'oe',
}

/** Replaces the letters that GSM 03.38 lacks with its equivalents, if it has any. */
const plain = (text: string) =>
  [...text]
    .map((letter) =>
      smpp.encodings.ASCII.match(letter)
        ? letter
        : (lookAlikes[letter] ?? letter.normalize('NFD').replaceAll(/\p{Mn}/gu, '')),
    )
    .join('')
