import { eventKinds } from '../../../../client/choices.ts'
import type { Webhook } from '../../../../client/client.ts'
import { textOf, useWords } from '../../../shared/language.tsx'

export type Kind = NonNullable<Webhook['kinds']>[number]

/** The kinds of events, and their names for people. A newer service may have further kinds. */
export function useKindNames() {
  const { kindNames } = useWords('admin-systems').webhooks
  return { names: eventKinds, nameOf: (kind: Kind) => textOf(kindNames, kind) ?? kind }
}
