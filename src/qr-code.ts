// The library takes 25 ms to load, which the start need not wait for.
const library = () => import('qrcode')

// A quarter of it may be lost, as on a scratched screen; four modules around it are what the standard asks for.
const options = { errorCorrectionLevel: 'Q', margin: 4 } as const

/** The QR code of a text as an SVG element. Upper-case letters and digits make it small. */
export async function qrCodeSvg(text: string): Promise<string> {
  return (await library()).toString(text, { ...options, type: 'svg' })
}

export async function qrCodePng(text: string): Promise<Buffer> {
  return (await library()).toBuffer(text, { ...options, scale: 12 })
}

/** Dark on light, whatever the terminal's colours are. */
export async function qrCodeForTerminal(text: string): Promise<string> {
  return (await library()).toString(text, { type: 'terminal', small: true })
}
