import { closeSync, openSync, writeSync } from 'node:fs'
import type { Page } from 'playwright-core'
import QRCode from 'qrcode'

const [width, height, framesPerSecond] = [640, 480, 10]

interface FilmScene {
  /** A text to show as a QR code, or the brightness of each pixel. */
  shows: string | Buffer | undefined
  seconds: number
}

/** Writes a film for Chromium's fake camera: uncompressed 4:2:0. https://wiki.multimedia.cx/index.php/YUV4MPEG2 */
export function shoot(file: string, ...scenes: FilmScene[]) {
  const film = openSync(file, 'w')
  writeSync(film, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const { shows, seconds } of scenes) {
    const frame = Buffer.concat([
      Buffer.from('FRAME\n'),
      typeof shows === 'object' ? shows : picture(shows),
      Buffer.alloc((width * height) / 2, 128),
    ])
    for (let count = 0; count < seconds * framesPerSecond; count++) writeSync(film, frame)
  }
  closeSync(film)
}

/** Returns the brightness of each pixel: a white sheet with the code on a grey desk. */
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

/** Returns the picture as the camera sees it. */
export async function heldUp(page: Page, png: Buffer): Promise<Buffer> {
  const points = await page.evaluate(
    async ({ data, width, height }) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]))
      const canvas = new OffscreenCanvas(width, height).getContext('2d')!
      canvas.fillStyle = '#555'
      canvas.fillRect(0, 0, width, height)
      const side = height - 40
      canvas.drawImage(picture, (width - side) / 2, 20, side, side)
      const { data: colours } = canvas.getImageData(0, 0, width, height)
      return Array.from({ length: width * height }, (_, index) => colours[4 * index]!)
    },
    { data: png.toString('base64'), width, height },
  )
  return Buffer.from(points)
}
