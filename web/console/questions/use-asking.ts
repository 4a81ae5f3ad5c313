import { useRef, useState } from 'preact/hooks'
import type { NotificationStatus, UnhandledReply } from '../../../client/client.ts'
import { drafts } from '../../shared/loading/drafts.ts'
import { takesAnswer } from '../takes-answers.ts'
import { answerDraft, noteDraft, wishDraft } from './draft-names.ts'

/** The questions of the page before it saves: for a text, or for a confirmation. */
export type QuestionName = 'answer' | 'note' | 'reschedule' | 'cancel' | 'withdraw' | 'arrive' | 'annul'

/** What a question is about. */
interface About {
  visit?: NotificationStatus | undefined
  reply?: UnhandledReply | undefined
}

/** Returns the name of the draft of a question for a text; undefined without a draft. */
function draftNameOf(asking: QuestionName, { visit, reply }: About): string | undefined {
  if (asking === 'answer') return reply && answerDraft(reply.id)
  if (asking === 'note') return visit && noteDraft(visit.id)
  return asking === 'reschedule' ? visit && wishDraft(visit.id) : undefined
}

/** The question with a text that somebody typed before a reload, and has not saved. */
function questionWithDraft(about: About): QuestionName | undefined {
  const { visit } = about
  const takesWish = visit && takesAnswer('reschedule', visit, Date.now())
  return (['answer', 'note', ...(takesWish ? (['reschedule'] as const) : [])] as const).find((one) => {
    const name = draftNameOf(one, about)
    return name !== undefined && drafts.has(name)
  })
}

/** The question that somebody has opened. */
export function useAsking(about: About) {
  const [asking, setAsking] = useState(() => questionWithDraft(about))
  const asker = useRef<HTMLButtonElement>(null)
  const draft = asking && draftNameOf(asking, about)

  /** Closes the question, and deletes its draft. */
  function end() {
    if (draft !== undefined) drafts.set(draft, undefined)
    setAsking(undefined)
  }

  return {
    asking,
    end,
    /** Opens the question of a button, or closes it. */
    ask(one: QuestionName, button: HTMLButtonElement) {
      asker.current = button
      setAsking(asking === one ? undefined : one)
    },
    /** Opens a question after the service requires it. */
    open: (one: QuestionName) => setAsking(one),
    /** Closes a question without a half-written text. */
    endUnlessTyped: () => (draft === undefined || !drafts.has(draft)) && setAsking(undefined),
    /** Ends the question, and returns the focus to its button. */
    leave() {
      end()
      asker.current?.focus()
    },
  }
}
