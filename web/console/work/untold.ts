import type { NotificationStatus } from '../../../client/client.ts'
import { textOf } from '../../shared/language.tsx'

interface Words {
  untold: Record<string, string>
  noAddress: string
}

/** Returns the news that the contact does not know, or why no message can tell the contact. */
export const untoldOf = ({ state, deliveries }: NotificationStatus, say: Words): string | undefined =>
  textOf(say.untold, state) ?? (deliveries.length === 0 ? say.noAddress : undefined)
