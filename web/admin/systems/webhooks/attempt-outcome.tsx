import { useTexts } from '../../../shared/language.tsx'
import { isSuccess, textOfReason, textOfStatus } from './outcome.ts'

interface Props {
  outcome: { status?: number; reason?: string }
}

/** What became of an attempt, in plain words. */
export function Outcome({ outcome: { status, reason = '' } }: Props) {
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  if (status !== undefined) {
    return <>{fill(isSuccess(status) ? say.arrived : say.statuses[textOfStatus(status)], { status })}</>
  }
  const known = textOfReason(reason)
  return known ? say.reasons[known] : <span lang="en">{reason}</span>
}
