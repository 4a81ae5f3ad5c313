import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { NotificationStatus } from '../../client/client.ts'
import { wasSent } from '../../client/states.ts'
import type { ClinicTime } from '../clinic-time.ts'
import { drafts } from '../drafts.ts'
import { useFormat, useWords } from '../language.tsx'
import type { QuestionKind } from './work/work-marks.ts'

interface Props {
  asking: QuestionKind
  visit: NotificationStatus
  time: ClinicTime
  isSaving: boolean
  onAnswer: (wish: string) => void
  onLeave: () => void
}

const maxWishLength = 500

export function Question({ asking, visit, time, isSaving, onAnswer, onLeave }: Props) {
  const say = useWords('work')
  const fill = useFormat()
  const [wish, setWish] = useState(() => drafts.of<string>(visit.id) ?? '')
  const first = useRef<HTMLElement>(null)
  // Before the next key is pressed.
  useLayoutEffect(() => first.current?.focus(), [asking])

  function type(text: string) {
    setWish(text)
    drafts.set(visit.id, text || undefined)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onAnswer(asking === 'reschedule' ? wish.trim() : '')
  }

  const isReached = visit.deliveries.some(({ state }) => wasSent(state))
  const question = fill(say.questions[asking], {
    name: visit.contact.name,
    at: visit.starts_at ? time.moment(visit.starts_at) : '',
  })
  return (
    <form class="question" onSubmit={submit}>
      {asking === 'reschedule' ? (
        <label>
          {question}
          <textarea
            ref={(element) => {
              first.current = element
            }}
            rows={2}
            maxLength={maxWishLength}
            value={wish}
            onInput={(event) => type(event.currentTarget.value)}
          />
        </label>
      ) : (
        <p
          ref={(element) => {
            first.current = element
          }}
          tabIndex={-1}
        >
          {question} {asking === 'withdraw' && (isReached ? say.withMessage : say.withoutMessage)}
        </p>
      )}
      <div class="row">
        <button type="submit" class={asking === 'withdraw' ? 'main grave' : 'main'} disabled={isSaving}>
          {say.answers[asking]}
        </button>
        <button type="button" onClick={onLeave} disabled={isSaving}>
          {asking === 'reschedule' ? say.discard : say.leave}
        </button>
      </div>
    </form>
  )
}
