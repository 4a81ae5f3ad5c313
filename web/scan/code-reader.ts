import type { BarcodeDetector } from 'barcode-detector/ponyfill'

let loading: Promise<BarcodeDetector> | undefined

/** Reads QR codes out of pictures. What does so, a megabyte of WebAssembly, is loaded when it is first needed. */
export async function readCode(picture: ImageBitmapSource): Promise<string | undefined> {
  loading ??= load()
  // What could not be loaded is tried again.
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
  // From here, rather than from another host.
  const overrides = { locateFile: () => new URL(wasm.default, import.meta.url).href }
  await prepareZXingModule({ overrides, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
