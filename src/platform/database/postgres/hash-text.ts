const [mixRotations, finalRotations] = [
  [4, 6, 8, 16, 19, 4],
  [14, 11, 25, 16, 4, 14, 24],
]

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** PostgreSQL's hash of a text, a signed integer of 32 bits: Bob Jenkins's lookup3. Citus finds a row's shard by it.
 *  https://github.com/postgres/postgres/blob/master/src/common/hashfn.c */
export function hashText(text: string): number {
  const bytes = Buffer.from(text)
  // The last block is incomplete, and may be empty.
  const padded = Buffer.alloc(bytes.length - (bytes.length % 12) + 12)
  bytes.copy(padded)
  const state = new Int32Array(3).fill(0x9e3779b9 + bytes.length + 3_923_095)
  const last = padded.length - 12
  for (let at = 0; at < last; at += 12) {
    for (let word = 0; word < 3; word++) state[word]! += padded.readInt32LE(at + 4 * word)
    mix(state)
  }
  state[0]! += padded.readInt32LE(last)
  state[1]! += padded.readInt32LE(last + 4)
  // The lowest byte is for the length.
  state[2]! += padded.readInt32LE(last + 8) << 8
  for (const [step, bits] of finalRotations!.entries()) {
    const [changed, other] = [(step + 2) % 3, (step + 1) % 3]
    state[changed] = (state[changed]! ^ state[other]!) - rotate(state[other]!, bits)
  }
  return state[2]!
}

function mix(state: Int32Array) {
  for (const [step, bits] of mixRotations!.entries()) {
    const [changed, next, other] = [step % 3, (step + 1) % 3, (step + 2) % 3]
    state[changed] = (state[changed]! - state[other]!) ^ rotate(state[other]!, bits)
    state[other]! += state[next]!
  }
}
