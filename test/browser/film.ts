import { closeSync, openSync, writeSync } from 'node:fs'
import QRCode from 'qrcode'

const [width, height, framesPerSecond] = [640, 480, 10]

/** A film for Chromium's fake camera: each scene shows the QR code of a text, or nothing, for some seconds. Uncompressed
 *  4:2:0 pictures. https://wiki.multimedia.cx/index.php/YUV4MPEG2 */
export function shoot(file: string, ...scenes: { shows: string | undefined; seconds: number }[]) {
  const film = openSync(file, 'w')
  writeSync(film, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const { shows, seconds } of scenes) {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), picture(shows), Buffer.alloc((width * height) / 2, 128)])
    for (let count = 0; count < seconds * framesPerSecond; count++) writeSync(film, frame)
  }
  closeSync(film)
}

/** The brightness of each point: a grey desk, and on it a white sheet with the code. */
function picture(text: string | undefined): Buffer {
  const points = Buffer.alloc(width * height, 90)
  if (text === undefined) return points
  const { data, size } = QRCode.create(text, { errorCorrectionLevel: 'Q' }).modules
  const margin = 4
  const scale = Math.floor((height - 40) / (size + 2 * margin))
  const side = (size + 2 * margin) * scale
  const [left, top] = [(width - side) >> 1, (height - side) >> 1]
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / scale) - margin, Math.floor(y / scale) - margin]
      const isOnCode = column >= 0 && row >= 0 && column < size && row < size
      points[(top + y) * width + left + x] = isOnCode && data[row * size + column] ? 16 : 235
    }
  }
  return points
}
