import type { CheckinRecord } from '../client/client.ts'
import { type Language, type PluginWords, pluginWords } from '../client/words.ts'

const catalogues: Partial<Record<string, PluginWords>> = pluginWords

const timeParams = ['year', 'month', 'day', 'hour', 'minute', 'when', 'event_date']

/** What a record's params say beside the time, with labels: those of its plugin, or else all there are under their keys. */
export function detailsOf(
  { category, target, params }: Pick<CheckinRecord, 'category' | 'target' | 'params'>,
  language: Language,
): { label: string; value: string }[] {
  const known = catalogues[`${category}/${target}`]?.[language].details
  const labels = known ?? Object.fromEntries(Object.keys(params).map((key) => [key, key]))
  return Object.entries(labels).flatMap(([key, label]) =>
    params[key] === undefined || timeParams.includes(key) ? [] : [{ label, value: params[key] }],
  )
}

/** When the visit begins, where the record says so. */
export function startOf({ params }: Pick<CheckinRecord, 'params'>): string | undefined {
  const start = params.when ?? params.event_date
  return start !== undefined && !Number.isNaN(Date.parse(start)) ? start : undefined
}
