import { crc32, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A chunk has its length, its type of four letters, its data, and a checksum of type and data. */
const lengthBytes = 4
const checksumBytes = 4
const emptyChunkBytes = 12
const headerBytes = 13

/** Reads the width and the height of a PNG picture, in pixels. Returns undefined if the file is not one, or is damaged.
 *  @param maxPixelBytes the largest size of the uncompressed pixels */
export function pngSize(file: Buffer, maxPixelBytes: number): { width: number; height: number } | undefined {
  if (!file.subarray(0, signature.length).equals(signature)) return undefined
  const pixels: Buffer[] = []
  let header: Buffer | undefined
  let at = signature.length
  while (at + emptyChunkBytes <= file.length) {
    const end = at + emptyChunkBytes + file.readUInt32BE(at)
    if (end > file.length) return undefined
    const checked = file.subarray(at + lengthBytes, end - checksumBytes)
    if (crc32(checked) !== file.readUInt32BE(end - checksumBytes)) return undefined
    const [type, data] = [checked.toString('latin1', 0, 4), checked.subarray(4)]
    // The header is the first chunk, and the only one of its type.
    if ((type === 'IHDR') !== (at === signature.length)) return undefined
    if (type === 'IHDR' && data.length === headerBytes) header = data
    if (type === 'IDAT') pixels.push(data)
    at = end
    if (type !== 'IEND') continue
    if (at !== file.length || !header || !inflates(Buffer.concat(pixels), maxPixelBytes)) return undefined
    return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  }
  return undefined
}

function inflates(compressed: Buffer, maxOutputLength: number): boolean {
  try {
    return inflateSync(compressed, { maxOutputLength }).length > 0
  } catch {
    return false
  }
}
