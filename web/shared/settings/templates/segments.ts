import type { Preview } from '../../../../client/client.ts'

/** The number of characters in a text of one segment, and in each of several. GSM 03.38 and 03.40. */
const sizes = { 'GSM-7': { one: 160, several: 153 }, 'UCS-2': { one: 70, several: 67 } } as const

/** How a text is sent, as the values of its words. */
export interface Segments {
  count: number
  size: number
  /** The letters that need the larger alphabet. */
  letters: string[]
}

/** Undefined for a message that has no segments. */
export function segmentsOf({ segments, encoding, forcing_characters }: Preview): Segments | undefined {
  if (segments === undefined || encoding === undefined) return undefined
  const { one, several } = sizes[encoding]
  return { count: segments, size: segments === 1 ? one : several, letters: forcing_characters ?? [] }
}
