import type { Page } from 'playwright-core'
import { qrCodePng } from '../../src/platform/codes/qr-code.ts'

/** Replaces the camera by a canvas. */
export function replaceCamera() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  Object.assign(window, { view: canvas.getContext('2d') })
  // A stream has a frame for each change of its canvas.
  setInterval(() => canvas.getContext('2d')!.fillRect(0, 0, 1, 1), 100)
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
}

/** Shows the code to the camera, or nothing. */
export async function holdUp(page: Page, code: string | undefined) {
  const png = code && (await qrCodePng(code)).toString('base64')
  await page.evaluate(async (data) => {
    const { view } = window as unknown as { view: CanvasRenderingContext2D }
    view.fillRect(0, 0, 640, 480)
    if (data === undefined) return
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))]))
    view.drawImage(picture, 80, 0, 480, 480)
  }, png)
}

/** Waits until the page has looked for a code in `count` frames of the camera. */
export async function lookAtFrames(page: Page, count: number) {
  await page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const { prototype } = OffscreenCanvasRenderingContext2D
        const { getImageData } = prototype
        let frames = 0
        prototype.getImageData = function (...area: Parameters<typeof getImageData>) {
          if (++frames === count) {
            prototype.getImageData = getImageData
            resolve()
          }
          return getImageData.apply(this, area)
        }
      }),
    count,
  )
}
