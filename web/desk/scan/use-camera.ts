import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pause } from '../../shared/loading/pause.ts'
import { readCode } from './code-reader.ts'

/** `lost`: the camera was disconnected or is in use elsewhere. `denied`: no permission. `none`: no camera exists.
 *  `insecure`: browsers require TLS for camera access. */
export type CameraState = 'off' | 'starting' | 'on' | 'lost' | 'denied' | 'none' | 'insecure'

const lookEveryMs = 120
const retryAfterMs = 2_000

/** Shows the camera `deviceId` in `video` while `isWanted`: by default the one at the back of a phone. Calls `onFrame` for
 *  every frame, with its code if there is one. Reopens a lost camera when it returns, and a denied one when `attempt` changes. */
export function useCamera(
  isWanted: boolean,
  attempt: number,
  deviceId: string | undefined,
  onFrame: (code: string | undefined) => void,
): {
  state: CameraState
  video: RefObject<HTMLVideoElement | null>
  /** The cameras of the device. Browsers name them after the permission. */
  cameras: MediaDeviceInfo[]
} {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('off')
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const handler = useRef(onFrame)
  handler.current = onFrame

  useEffect(() => {
    if (!isWanted) return setState('off')
    const ending = new AbortController()
    keepLooking(video.current!, deviceId, ending.signal, setState, (code) => handler.current(code))
    return () => ending.abort()
  }, [isWanted, attempt, deviceId])
  useEffect(() => {
    if (state === 'on') listCameras().then(setCameras)
  }, [state])

  return { state, video, cameras }
}

const listCameras = async () =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')

async function keepLooking(
  video: HTMLVideoElement,
  deviceId: string | undefined,
  ended: AbortSignal,
  setState: (state: CameraState) => void,
  onFrame: (code: string | undefined) => void,
) {
  setState('starting')
  while (!ended.aborted) {
    const stream = await openCamera(deviceId).catch((error: Error) => stateWithout(error))
    if (typeof stream === 'string') {
      if (!ended.aborted) setState(stream)
      // Do not retry: some browsers would prompt again. The user switches the camera on.
      if (stream === 'insecure' || stream === 'denied') return
      await pause(retryAfterMs, [ended, 'abort'], [navigator.mediaDevices, 'devicechange'])
      continue
    }
    if (ended.aborted) return stop(stream)
    const [track] = stream.getVideoTracks()
    const gone = new AbortController()
    track!.addEventListener('ended', () => gone.abort())
    const until = AbortSignal.any([ended, gone.signal])
    video.srcObject = stream
    await video.play().catch(() => {})
    if (!until.aborted) setState('on')
    await lookAt(video, until, onFrame)
    stop(stream)
    if (video.srcObject === stream) video.srcObject = null
    if (!ended.aborted) setState('lost')
  }
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

const size = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Opens the chosen camera, or another one if it is not connected. */
async function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  const { mediaDevices } = navigator
  if (!mediaDevices) throw new DOMException('', 'SecurityError')
  const another = () => mediaDevices.getUserMedia({ video: { facingMode: 'environment', ...size } })
  if (deviceId === undefined) return another()
  return mediaDevices.getUserMedia({ video: { deviceId: { exact: deviceId }, ...size } }).catch((error: Error) => {
    if (error.name !== 'OverconstrainedError') throw error
    return another()
  })
}

function stateWithout({ name }: Error): CameraState {
  if (!window.isSecureContext) return 'insecure'
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  // NotReadableError: another program may be using the camera.
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'lost'
}

async function lookAt(video: HTMLVideoElement, until: AbortSignal, onFrame: (code: string | undefined) => void) {
  while (!until.aborted) {
    if (!document.hidden && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      // Ignore a failed frame or load: the next frame may succeed.
      const code = await readCode(video).catch(() => undefined)
      if (!until.aborted) onFrame(code)
    }
    await pause(lookEveryMs, [until, 'abort'])
  }
}
