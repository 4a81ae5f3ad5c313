import { stopMessages, takeBackNotMe } from '../../messages/opt-outs/opt-out.ts'
import { answer } from '../../notifications/lifecycle/answer.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import { readAnswer } from './form.ts'
import { hasLostAccess, type OpenedLink } from './open-link.ts'
import { phaseOf, takesAnswers } from './phase.ts'

export interface FormResult {
  isValid: boolean
  /** The clinic no longer offers the time that the contact takes, so nothing was recorded. */
  isSlotGone?: true
  /** The sequence of the entity's latest action, when the form gave an answer that counts. */
  sequence?: number
}

/** Does what the contact submitted with the form of the page: an answer, *not me*, or its withdrawal. The page says why it
 *  takes no answer any more. */
export async function submitForm(
  context: RouteContext,
  opened: OpenedLink,
  form: URLSearchParams,
): Promise<FormResult> {
  const { database, clock } = context
  const { entity, notification, address } = opened
  const submitted = form.get('answer')
  if (submitted === 'not-me' || submitted === 'take-back') {
    // The address of a test may be a real contact's.
    if (notification.test) return { isValid: true }
    const origin = { reason: 'not-me', notification_id: notification.id } as const
    await database.writeFor(entity.id, (trx) =>
      submitted === 'not-me'
        ? stopMessages(trx, database.engine.skipLocked, entity.id, address, origin, clock.now())
        : takeBackNotMe(trx, entity.id, address, clock.now()),
    )
    return { isValid: true }
  }
  const given = readAnswer(form)
  if (!given || !offeredAnswers(notification).includes(given.action)) return { isValid: false }
  if (hasLostAccess(opened) || !takesAnswers(opened, phaseOf(opened, clock.now()))) return { isValid: true }
  const { outcome, sequence } = await database.writeFor(entity.id, (trx) =>
    answer(trx, context, opened, { ...given, ...address }, clock.now()),
  )
  return outcome === 'slot-gone' ? { isValid: true, isSlotGone: true } : { isValid: true, sequence }
}
