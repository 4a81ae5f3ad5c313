import type { NotificationStatus } from '../../client/client.ts'
import { isAnswerable } from '../../client/states.ts'

/** Whether the contact can still answer, as far as the page knows. */
export function takesAnswers(
  { state, starts_at, ends_at }: Pick<NotificationStatus, 'state' | 'starts_at' | 'ends_at'>,
  now: number,
): boolean {
  const end = ends_at ?? starts_at
  return isAnswerable(state) && end !== undefined && Date.parse(end) > now
}
