import { useRef, useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { readCode } from './code-reader.ts'
import { useCamera } from './use-camera.ts'
import { useWakeLock } from './use-wake-lock.ts'

const switchKey = 'rollcall.camera'
const cameraKey = 'rollcall.camera-id'

interface Props {
  /** In a waiting room, contacts cannot stop the camera or choose a file. */
  purpose: 'sign-in' | 'check-in' | 'waiting-room'
  /** Receives the code in each frame of the camera, if there is one. */
  onFrame: (code: string | undefined) => void
  /** Receives the code of a picture file. */
  onPicture: (code: string) => void
}

/** The camera with its switch, and a file field for pictures of codes. The device remembers the switch. */
export function Camera({ purpose, onFrame, onPicture }: Props) {
  const say = useWords('desk')
  const [isWanted, setWanted] = useState(() => purpose !== 'sign-in' && localStorage.getItem(switchKey) === 'on')
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState(() => localStorage.getItem(cameraKey) ?? undefined)
  const { state, video, cameras } = useCamera(isWanted, attempt, chosen, onFrame)
  useWakeLock(state === 'on')
  const isMissing = state === 'denied' || state === 'none' || state === 'insecure'
  const isStoppable = isWanted && !isMissing
  const [wasUnreadable, setUnreadable] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const isWaitingRoom = purpose === 'waiting-room'

  function turn() {
    // Look again for a camera that was denied or missing.
    if (isWanted && isMissing) return setAttempt((before) => before + 1)
    if (purpose !== 'sign-in') localStorage.setItem(switchKey, isWanted ? 'off' : 'on')
    setWanted(!isWanted)
  }

  function choose(id: string) {
    localStorage.setItem(cameraKey, id)
    setChosen(id)
  }

  async function readPicture() {
    const picture = file.current!.files?.[0]
    const code = picture && (await readCode(picture).catch(() => undefined))
    if (file.current) file.current.value = ''
    setUnreadable(code === undefined)
    if (code !== undefined) onPicture(code)
  }

  return (
    <div class={`camera ${state}`}>
      <div class="view" hidden={!isWanted}>
        <video ref={video} muted playsInline aria-label={say.cameraView} />
        <p role="status">{say.camera[state]}</p>
      </div>
      <div class="row">
        {!(isWaitingRoom && isStoppable) && (
          <button type="button" onClick={turn} aria-pressed={isStoppable}>
            {isStoppable ? say.stopCamera : say.startCamera}
          </button>
        )}
        {!isWaitingRoom && (
          <label class="button">
            {say.fromPicture}
            <input ref={file} type="file" accept="image/*" onChange={readPicture} />
          </label>
        )}
      </div>
      {isWanted && cameras.length > 1 && (
        <label class="field">
          {say.cameraChoice}
          <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {cameras.map(({ deviceId, label }, index) => (
              <option value={deviceId}>{label || `${say.cameraChoice} ${index + 1}`}</option>
            ))}
          </select>
        </label>
      )}
      <Fault>{wasUnreadable && say.noCodeInPicture}</Fault>
    </div>
  )
}
