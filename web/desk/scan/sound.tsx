import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { type Outcome, outcomes } from '../verdict/verdict.ts'

const storageKey = 'rollcall.sound'
const toneSeconds = 0.12
/** The frequencies of each verdict's tones, in Hz: receptionists recognise it without looking. */
const tones = { go: [880], wait: [440, 440], stop: [220, 220, 220] }

/** Plays the tones of each verdict, if the receptionist has switched the sound on. The device remembers the switch. */
export function Sound({ outcome }: { outcome: Outcome | undefined }) {
  const say = useWords('desk')
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) === 'on')
  useEffect(() => {
    if (isOn && outcome) play(tones[outcomes[outcome]])
  }, [isOn, outcome])

  function turn() {
    localStorage.setItem(storageKey, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return (
    <button type="button" class="quiet" onClick={turn}>
      {isOn ? say.turnSoundOff : say.turnSoundOn}
    </button>
  )
}

function play(frequencies: number[]) {
  const context = new AudioContext()
  for (const [index, frequency] of frequencies.entries()) {
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(new GainNode(context, { gain: 0.2 })).connect(context.destination)
    const begin = context.currentTime + index * 2 * toneSeconds
    tone.start(begin)
    tone.stop(begin + toneSeconds)
    if (index === frequencies.length - 1) tone.addEventListener('ended', () => context.close())
  }
}
