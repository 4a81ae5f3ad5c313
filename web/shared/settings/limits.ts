import type { EntitySettings } from '../../../client/client.ts'

type Limit = NonNullable<EntitySettings['limits']>[number]

export const limitOf = ({ limits = [] }: EntitySettings, channel: string): Limit | undefined =>
  limits.find((one) => one.channel === channel)

/** Returns the settings with a limit of a channel, as somebody types it. An empty field has no limit. The service refuses a limit
 *  that is none. */
export function withLimit(
  settings: EntitySettings,
  channel: string,
  unit: 'per_second' | 'per_day',
  typed: string,
): EntitySettings {
  const { limits = [], ...others } = settings
  const { [unit]: _, ...kept } = limitOf(settings, channel) ?? { channel: channel as Limit['channel'] }
  const limit: Limit = { ...kept, ...(typed.trim() !== '' && { [unit]: Number(typed) }) }
  const isSet = limit.per_second !== undefined || limit.per_day !== undefined
  const all = [...limits.filter((one) => one.channel !== channel), ...(isSet ? [limit] : [])]
  return { ...others, ...(all.length > 0 && { limits: all }) }
}
