import type { NotificationStatus } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import { writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { Addresses } from '../addresses.tsx'
import { CallLine, NoteLine } from '../calls/call-line.tsx'
import { ClockLine } from './clock-change.tsx'
import type { Worklist } from './worklists.ts'

export interface HeadProps {
  /** The id of the element with the contact's name. */
  nameId: string
}

/** The start of the visit, its contact, and the facts that the list is about. */
export function VisitHead({ visit, list, nameId }: HeadProps & { visit: NotificationStatus; list: Worklist }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('work')
  const { starts_at, wish, slot, done, answered_at, by, deliveries, calls, note } = visit
  return (
    <>
      <time dateTime={starts_at}>{time.time(starts_at!)}</time>
      <div class="about">
        <ContactLine visit={visit} nameId={nameId} />
        {list.name === 'rescheduling' && (
          <p class="wish">
            {slot && <strong>{fill(say.slot, { at: time.moment(slot) })}</strong>}
            {wish ? <q dir="auto">{wish}</q> : !slot && <span class="hint">{say.noWish}</span>}
            {answered_at && (
              <span class="hint">
                {fill(by === undefined || by === 'contact' ? say.asked : say.askedBy, {
                  at: time.moment(answered_at),
                  by: by ?? '',
                })}
              </span>
            )}
          </p>
        )}
        {list.name === 'unreached' && <UntoldLine visit={visit} />}
        <ClockLine visit={visit} />
        {done && <p class="hint">{fill(say.doneBy, { at: time.moment(done.at), by: done.by })}</p>}
        {calls && <CallLine calls={calls} />}
        {note && <NoteLine note={note} time={time} />}
        <Addresses
          deliveries={deliveries}
          isWithOutcome={list.name !== 'rescheduling' && visit.state !== 'superseded'}
        />
      </div>
    </>
  )
}

/** Shows the news that the contact does not know, or why no message can tell the contact. */
function UntoldLine({ visit: { state, deliveries } }: { visit: NotificationStatus }) {
  const say = useWords('work')
  const untold = textOf(say.untold, state)
  if (!untold && deliveries.length > 0) return null
  return <p class="untold">{untold ?? say.noAddress}</p>
}

/** The contact's name, with the facts that tell contacts of the same name apart, and the visit. */
export function ContactLine({ visit, nameId }: { visit: NotificationStatus; nameId: string }) {
  const { say, fill, locale } = useTexts('work')
  const plugins = useWords('plugins')
  const { name, birth_date, external_id } = visit.contact
  return (
    <p class="facts">
      <strong id={nameId} dir="auto">
        {name}
      </strong>
      {birth_date && <span>{fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })}</span>}
      <span>{fill(say.key, { key: external_id })}</span>
      {shortDetailsOf(visit, plugins).map((detail) => (
        <span dir="auto">{detail}</span>
      ))}
    </p>
  )
}
