import { convert } from './convert.ts'

// Converting 20,000 rows takes seconds, in which the page would not react.
self.onmessage = async ({ data: file }: MessageEvent<Blob>) => {
  const bytes = await file.arrayBuffer()
  try {
    self.postMessage(convert(bytes))
  } catch {
    self.postMessage('damaged')
  }
}
