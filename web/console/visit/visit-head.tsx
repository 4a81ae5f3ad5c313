import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { shownStates } from '../../shared/look/shown-state.ts'
import { StateBadge } from '../../shared/look/state-badge.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { Addresses } from '../addresses.tsx'

/** Who comes, when and with whom, the state, and the addresses. */
export function VisitHead({ visit }: { visit: NotificationStatus }) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('work')
  const { states, test, testHint } = useWords('console')
  const plugins = useWords('plugins')
  const { state, starts_at, wish, contact, deliveries } = visit
  const shown = shownStates[state]
  return (
    <div class="visit-head">
      <p class="facts">
        {shown ? <StateBadge state={shown} text={states[state]} /> : <strong>{states[state]}</strong>}
        {starts_at && (
          <strong>
            <time dateTime={starts_at}>{time.moment(starts_at)}</time>
          </strong>
        )}
        {shortDetailsOf(visit, plugins).map((detail) => (
          <span dir="auto">{detail}</span>
        ))}
      </p>
      <p class="facts">
        {contact.birth_date && <span>{fill(say.born, { day: writtenDay(contact.birth_date, locale, 'medium') })}</span>}
        <span>{fill(say.key, { key: contact.external_id })}</span>
      </p>
      {visit.test && (
        <p>
          <span class="mark">{test}</span> {testHint}
        </p>
      )}
      {wish && (
        <p class="wish">
          <q dir="auto">{wish}</q>
        </p>
      )}
      <Addresses deliveries={deliveries} isWithOutcome={false} />
    </div>
  )
}
