import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'

interface Code {
  /** The number of modules of a side. */
  size: number
  /** The outline of the dark modules. */
  path: string
}

// ISO/IEC 18004 requires a margin of four modules.
const margin = 4

/** The QR code of a text, black on white in any colour scheme: not every scanner reads it the other way. */
export function QrPicture({ text, title }: { text: string; title: string }) {
  const { noCode } = useWords('admin-access').devices
  const [code, setCode] = useState<Code | 'failed'>()
  useEffect(() => {
    codeOf(text).then(setCode, () => setCode('failed'))
  }, [text])
  if (code === 'failed') {
    return (
      <p class="fault" role="alert">
        {noCode}
      </p>
    )
  }
  const side = (code?.size ?? 0) + 2 * margin
  return (
    <svg class="qr" viewBox={`${-margin} ${-margin} ${side} ${side}`} role="img" aria-busy={code === undefined}>
      <title>{title}</title>
      <path d={code?.path} />
    </svg>
  )
}

/** The library loads with the first code, so that the page stays small. */
async function codeOf(text: string): Promise<Code> {
  const { create } = await import('qrcode')
  const { size, data: isDark } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(isDark, (one, index) => (one ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : ''))
  return { size, path: dark.join('') }
}
