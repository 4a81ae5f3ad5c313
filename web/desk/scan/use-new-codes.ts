import { useRef } from 'preact/hooks'

// A code that is read again within this time is the same scan, while the page shows the visit that it opened.
const sameScanForMs = 5_000
// About a second. A shaking hand hides a code from the camera for some frames.
const framesOutOfView = 8

interface Reading {
  at: number
  /** Frames of the camera since the code was in one. */
  framesSince: number
}

/** Suppresses repeated reads of the same code.
 *  @param isShown whether the page still shows the visit that the code opened. If not, the person scans it again to return. */
export function useNewCodes(
  onCode: (code: string, readings?: string[]) => void,
  isShown: (code: string) => boolean = () => true,
) {
  const readings = useRef(new Map<string, Reading>())

  function read(code: string, framesSince: number, isRepeated: (before: Reading) => boolean, ofKeys?: string[]) {
    const now = performance.now()
    for (const [one, { at }] of readings.current) if (now - at > sameScanForMs) readings.current.delete(one)
    const before = readings.current.get(code)
    readings.current.set(code, { at: now, framesSince })
    if (!before || !isRepeated(before)) onCode(code, ofKeys)
  }

  return {
    /** Receives a code of a scanner. The person pressed its button, or held up a code. */
    onScan: (code: string, readings: string[]) => read(code, Number.POSITIVE_INFINITY, () => isShown(code), readings),

    /** Receives the code in a frame of the camera, if there is one. A code that stays in view is no other scan, although the
     *  person has chosen another visit meanwhile. */
    onFrame(code: string | undefined) {
      for (const reading of readings.current.values()) reading.framesSince++
      if (code !== undefined) read(code, 0, ({ framesSince }) => framesSince <= framesOutOfView || isShown(code))
    },
  }
}
