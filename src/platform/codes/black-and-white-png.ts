import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// One bit for each pixel, greyscale, and the only methods of compression, filters and interlacing.
const kind = [1, 0, 0, 0, 0]

/** Writes a square PNG picture with one bit for each pixel (https://www.w3.org/TR/png-3). `rows` has the pixels of each row
 *  from the left: eight to a byte, a set bit is white. */
export function blackAndWhitePng(size: number, rows: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set(kind, 8)
  const filter = Buffer.from([0])
  const pixels = deflateSync(Buffer.concat(rows.flatMap((row) => [filter, row])))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}
