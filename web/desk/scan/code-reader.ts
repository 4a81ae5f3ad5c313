import type { BarcodeDetector } from 'barcode-detector/ponyfill'

let loading: Promise<BarcodeDetector> | undefined

/** Reads the QR code in a picture. Loads the decoder, 1 MB of WebAssembly, at the first call. */
export async function readCode(picture: ImageBitmapSource): Promise<string | undefined> {
  loading ??= load()
  // Retry a failed load at the next call.
  loading.catch(() => {
    loading = undefined
  })
  const [code] = await (await loading).detect(picture)
  return code?.rawValue || undefined
}

async function load() {
  const [{ BarcodeDetector, prepareZXingModule }, wasm] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // By default, the library loads the file from a CDN.
  const overrides = { locateFile: () => new URL(wasm.default, import.meta.url).href }
  await prepareZXingModule({ overrides, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
