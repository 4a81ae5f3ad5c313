import type { NotificationStatus } from '../../../client/client.ts'
import { states } from '../../../client/states.ts'
import { useTexts } from '../../shared/language.tsx'
import type { Change, SaveResult } from '../change.ts'
import { takesAnswers } from '../takes-answers.ts'
import { noteChange } from './note-change.ts'

interface Props {
  visit: NotificationStatus
  entityId: string
  isBusy: boolean
  isNoting: boolean
  save: (change: Change, saved: SaveResult) => void
  onNote: (button: HTMLButtonElement) => void
}

/** Whether a call can still bring an answer, or another time after a missed visit. */
const isCallable = (visit: NotificationStatus, now: number) => takesAnswers(visit, now) || states[visit.state].isMissed

const results = ['no-answer', 'will-call-back'] as const

/** Notes what became of a call that brought no answer, or something for colleagues. */
export function CallButtons({ visit, entityId, isBusy, isNoting, save, onNote }: Props) {
  const { id, contact } = visit
  const { say, fill } = useTexts('work', 'calls')
  return (
    <>
      {isCallable(visit, Date.now()) && (
        <fieldset>
          <legend>{say.legend}</legend>
          {results.map((call) => (
            <button
              key={call}
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() => {
                const { change, saved } = noteChange(
                  entityId,
                  id,
                  { call },
                  fill(say.saved[call], { name: contact.name }),
                )
                save(change, saved)
              }}
            >
              {say[call]}
            </button>
          ))}
        </fieldset>
      )}
      <button
        type="button"
        class="quiet"
        disabled={isBusy}
        aria-expanded={isNoting}
        onClick={({ currentTarget }) => onNote(currentTarget)}
      >
        {say.note}
      </button>
    </>
  )
}
