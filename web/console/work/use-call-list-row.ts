import type { NotificationStatus, UnhandledReply } from '../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../shared/language.tsx'
import type { CallListRow } from '../../shared/lists/call-list.tsx'
import { telephonesOf } from '../../shared/lists/telephones.ts'
import { type ClinicTime, writtenDay } from '../../shared/time/clinic-time.ts'
import { shortDetailsOf } from '../../shared/visits/visit.ts'
import { timesToDecide } from './clock-change.tsx'
import { type Entry, instantOf } from './entries.ts'
import type { Worklist } from './worklists.ts'

/** Returns a function that makes the printed row of an entry. */
export function useCallListRow(list: Worklist, time: ClinicTime): (entry: Entry) => CallListRow {
  const { say, fill, locale } = useTexts('work')
  const plugins = useWords('plugins')
  const { reasons, optOuts } = useWords('console')
  return (entry) => {
    const { id, visit, reply } = entry
    const { name, birth_date, external_id } = visit?.contact ?? { name: '' }
    const clock = visit && timesToDecide(visit, time, locale)
    return {
      id,
      at: instantOf(entry),
      name,
      facts: [
        ...(birth_date ? [fill(say.born, { day: writtenDay(birth_date, locale, 'medium') })] : []),
        ...(external_id ? [fill(say.key, { key: external_id })] : []),
      ],
      telephones: reply ? [reply.uid] : telephonesOf(visit!),
      about: [
        ...(reply ? [`“${reply.text}”`] : []),
        ...(reply && visit?.starts_at ? [fill(say.visitAt, { at: time.moment(visit.starts_at) })] : []),
        ...(list.name === 'rescheduling' ? wishOf(visit!) : []),
        ...(list.name === 'unreached' ? untold(visit!) : []),
        ...(clock ? [fill(say.clock.entered, clock)] : []),
        ...(visit ? [shortDetailsOf(visit, plugins).join(' · ')] : candidatesOf(reply)),
      ],
    }
  }

  /** What the contact wants in place of the time. */
  function wishOf({ wish, slot }: NotificationStatus): string[] {
    if (!wish && !slot) return [say.noWish]
    return [...(slot ? [fill(say.slot, { at: time.moment(slot) })] : []), ...(wish ? [`“${wish}”`] : [])]
  }

  /** The visits that a text may be about. */
  function candidatesOf({ candidates }: Partial<UnhandledReply> = {}): string[] {
    if (!candidates) return [say.noVisit]
    if (candidates.length === 0) return [say.noCandidate]
    return [say.noVisit, ...candidates.map(({ name, starts_at: at }) => (at ? `${name} · ${time.moment(at)}` : name))]
  }

  /** Returns the news that the contact does not know, and the reasons. */
  function untold(visit: NotificationStatus): string[] {
    const { state, deliveries } = visit
    const about = textOf(say.untold, state) ?? (deliveries.length === 0 ? say.noAddress : undefined)
    return [...(about ? [about] : []), ...(state === 'superseded' ? [] : failuresOf(visit))]
  }

  /** Why the messages to each address did not arrive. */
  function failuresOf({ deliveries }: NotificationStatus): string[] {
    const texts = deliveries.flatMap(({ uid, reason, opted_out }) => {
      const why = opted_out ? optOuts[opted_out] : reason && (textOf(reasons, reason) ?? reason)
      return why ? [`${uid}: ${why}`] : []
    })
    return [...new Set(texts)]
  }
}
