import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { wasTold } from '../staff-actions.ts'
import { wishDraft } from './draft-names.ts'
import { QuestionField, QuestionForm } from './question-form.tsx'
import { useTextDraft } from './use-text-draft.ts'

interface Props {
  visit: NotificationStatus
  isSaving: boolean
  onLeave: () => void
}

const maxWishLength = 500

/** Asks which other time the contact wants. */
export function WishQuestion({ visit, isSaving, onAnswer, onLeave }: Props & { onAnswer: (wish: string) => void }) {
  const { say, fill } = useTexts('work')
  const [wish, type] = useTextDraft(wishDraft(visit.id))
  return (
    <QuestionForm
      act={say.answers.reschedule}
      leave={say.discard}
      onAct={() => onAnswer(wish.trim())}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <QuestionField
        label={fill(say.questions.reschedule, { name: visit.contact.name })}
        rows={2}
        maxLength={maxWishLength}
        text={wish}
        onType={type}
      />
    </QuestionForm>
  )
}

interface SureProps extends Props {
  asking: 'cancel' | 'withdraw'
  onAnswer: () => void
}

/** Asks whether the contact, or the clinic, really cancels. */
export function SureQuestion({ asking, visit, isSaving, onAnswer, onLeave }: SureProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const at = visit.starts_at ? time.moment(visit.starts_at) : ''
  return (
    <QuestionForm
      act={say.answers[asking]}
      leave={say.leave}
      {...(asking === 'withdraw' && { tone: 'grave' })}
      onAct={onAnswer}
      isSaving={isSaving}
      onLeave={onLeave}
    >
      <p tabIndex={-1}>
        {fill(say.questions[asking], { name: visit.contact.name, at })}{' '}
        {asking === 'withdraw' && (wasTold(visit) ? say.withMessage : say.withoutMessage)}
      </p>
    </QuestionForm>
  )
}
