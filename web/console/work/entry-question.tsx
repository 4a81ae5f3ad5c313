import type { Session } from '../../shared/access/session.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import type { Change, Saved } from '../change.ts'
import { TextAnswer } from '../questions/text-answer.tsx'
import type { Asking } from '../questions/use-asking.ts'
import { VisitQuestion } from '../questions/visit-question.tsx'
import type { Entry } from './entries.ts'

interface Props {
  asking: Asking
  entry: Entry
  session: Session
  time: ClinicTime
  isSaving: boolean
  save: (change: Change, saved: Saved) => void
  onLeave: () => void
}

/** The question that somebody opened in an entry: for an answer to a text, or about a visit. */
export function EntryQuestion({ asking, entry: { visit, reply }, ...shared }: Props) {
  const { saved } = useWords('work')
  const { fill } = useLanguage()
  if (asking === 'arrive' || asking === 'annul') return null
  if (asking !== 'answer') return visit ? <VisitQuestion asking={asking} visit={visit} {...shared} /> : null
  if (!reply) return null
  const { session, save } = shared
  const note = { text: fill(saved.answer, { name: visit?.contact.name ?? reply.uid }) }
  return (
    <TextAnswer
      reply={reply}
      {...shared}
      onSend={(words, key) => save((client) => client.answerReply(session.entity.id, reply.id, words, key), note)}
    />
  )
}
