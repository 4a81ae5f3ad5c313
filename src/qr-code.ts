// The library takes 25 ms to load. The start of the service does not wait for it.
const library = () => import('qrcode')

// Level Q tolerates the loss of a quarter of the code, as on a scratched screen. ISO/IEC 18004 requires a margin of
// four modules.
const options = { errorCorrectionLevel: 'Q', margin: 4 } as const

/** Renders the QR code of a text as an SVG element. Texts of upper-case letters and digits need the fewest modules. */
export async function qrCodeSvg(text: string): Promise<string> {
  return (await library()).toString(text, { ...options, type: 'svg' })
}

export async function qrCodePng(text: string): Promise<Buffer> {
  return (await library()).toBuffer(text, { ...options, scale: 12 })
}

/** Dark on light, regardless of the terminal's colours. */
export async function qrCodeForTerminal(text: string): Promise<string> {
  return (await library()).toString(text, { type: 'terminal', small: true })
}
