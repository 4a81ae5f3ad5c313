import type { Acknowledgement } from '../../../client/client.ts'
import { textOf, useWords } from '../../shared/language.tsx'

/** Returns a function that says what happened, in the words of staff. */
export function useEventName() {
  const { events } = useWords('work')
  const { actions } = useWords('console')
  return (event: Acknowledgement['event']): string => {
    if (event.kind === 'action') return textOf(actions, event.record.action) ?? event.record.action
    return textOf(events, 'change' in event ? event.change : event.kind) ?? event.kind
  }
}
