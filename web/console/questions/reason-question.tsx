import { useId, useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { QuestionForm } from './question-form.tsx'

interface Props {
  asking: 'arrive' | 'annul'
  isSaving: boolean
  onAct: (reason: string) => void
  onLeave: () => void
}

const maxReasonLength = 500

/** Asks for a reason, which the records keep. Most arrivals that staff undo were pressed by mistake. */
export function ReasonQuestion({ asking, isSaving, onAct, onLeave }: Props) {
  const say = useWords('visit-page')
  const { leave } = useWords('work')
  const id = useId()
  const [reason, setReason] = useState(asking === 'annul' ? say.pressedByMistake : '')
  const text = reason.trim()
  return (
    <QuestionForm
      act={say.acts[asking]}
      leave={leave}
      isReady={text !== ''}
      onAct={() => onAct(text)}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <label for={id}>{say.reasons[asking]}</label>
      <input
        id={id}
        autocomplete="off"
        maxLength={maxReasonLength}
        value={reason}
        // So that typing replaces the suggestion.
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => setReason(event.currentTarget.value)}
        required
      />
    </QuestionForm>
  )
}
