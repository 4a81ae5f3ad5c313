import { maxLogoBytes } from '../../../client/limits.ts'

/** In pixels. A mail shows a quarter of it, so that it is sharp on each screen. */
const [maxWidth, maxHeight] = [560, 192]
const maxSide = 1_024
/** Colours this close to the background belong to it: JPEG does not keep them exactly. */
const tolerance = 24

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Draws a picture as a PNG for mails: without the empty border, and small enough. No SVG reaches the service, which could
 *  have scripts. Resolves to undefined if the browser cannot read the picture. */
export async function drawLogo(file: Blob): Promise<Blob | undefined> {
  const picture = new Image()
  picture.src = await dataUrlOf(file)
  const isRead = await picture.decode().then(
    () => picture.naturalWidth > 0 && picture.naturalHeight > 0,
    () => false,
  )
  if (!isRead) return undefined
  const { naturalWidth: width, naturalHeight: height } = picture
  // A drawing without pixels is as sharp in any size.
  const scale = maxSide / Math.max(width, height)
  const whole = draw(
    picture,
    { left: 0, top: 0, width, height },
    file.type === 'image/svg+xml' ? scale : Math.min(1, scale),
  )
  const box = contentOf(whole)
  const fit = Math.min(1, maxWidth / box.width, maxHeight / box.height)
  for (const share of [1, 0.75, 0.5, 0.35, 0.25]) {
    const png = await pngOf(draw(whole, box, fit * share))
    if (png && png.size <= maxLogoBytes) return png
  }
  return undefined
}

/** A `data:` URL: the page's policy allows no `blob:`. */
export const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

function draw(source: CanvasImageSource, { left, top, width, height }: Box, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Returns where the picture differs from its first pixel. */
function contentOf(canvas: HTMLCanvasElement): Box {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  const isContent = (at: number) => [0, 1, 2, 3].some((one) => Math.abs(data[at + one]! - data[one]!) > tolerance)
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isContent((y * width + x) * 4)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0
    ? { left: 0, top: 0, width, height }
    : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

const pngOf = (canvas: HTMLCanvasElement) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
