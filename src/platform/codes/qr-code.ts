import { blackAndWhitePng } from './black-and-white-png.ts'

// The library takes 25 ms to load. The start of the service does not wait for it.
const library = () => import('qrcode')

// Level Q tolerates the loss of a quarter of the code, as on a scratched screen. ISO/IEC 18004 requires a margin of
// four modules.
const options = { errorCorrectionLevel: 'Q', margin: 4 } as const
/** The pixels of a module's side in a picture. */
const scale = 12

/** Renders the QR code of a text as an SVG element. Texts of upper-case letters and digits need the fewest modules. */
export async function qrCodeSvg(text: string): Promise<string> {
  return (await library()).toString(text, { ...options, type: 'svg' })
}

/** The library's own PNG, of 32 bits for each pixel, takes ten times as long. */
export async function qrCodePng(text: string): Promise<Buffer> {
  const { size, data: isDark } = (await library()).create(text, options).modules
  const pixels = (size + 2 * options.margin) * scale
  const light = Buffer.alloc(Math.ceil(pixels / 8), 0xff)
  const margin = Array<Buffer>(options.margin * scale).fill(light)
  const rows = Array.from({ length: size }, (_, y) => {
    const row = Buffer.from(light)
    for (let x = 0; x < size * scale; x++) {
      const pixel = options.margin * scale + x
      if (isDark[y * size + Math.floor(x / scale)]) row[pixel >> 3]! &= ~(0x80 >> (pixel & 7))
    }
    return Array<Buffer>(scale).fill(row)
  })
  return blackAndWhitePng(pixels, [margin, rows, margin].flat(2))
}

/** Dark on light, regardless of the terminal's colours. */
export async function qrCodeForTerminal(text: string): Promise<string> {
  return (await library()).toString(text, { type: 'terminal', small: true })
}
