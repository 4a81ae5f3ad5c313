import type { CheckinRecord } from '../client/client.ts'
import { type Language, type PluginWords, pluginWords } from '../client/words.ts'

const catalogues: Partial<Record<string, PluginWords>> = pluginWords

const timeParams = ['year', 'month', 'day', 'hour', 'minute', 'when', 'event_date']

/** Returns a record's params without the time, with the plugin's labels. For an unknown plugin, the keys are the
 *  labels. */
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

/** Returns the start of the visit, if the record contains it. */
export function startOf({ params }: Pick<CheckinRecord, 'params'>): string | undefined {
  const start = params.when ?? params.event_date
  return start !== undefined && !Number.isNaN(Date.parse(start)) ? start : undefined
}

/** Returns the plugin's name of the visits of a category and target. */
export const nameOfVisits = ({ category, target }: { category: string; target: string }, language: Language): string =>
  catalogues[`${category}/${target}`]?.[language].name ?? `${category}/${target}`

/** Returns what distinguishes a visit in a list: its first detail, or its kind if the plugin is unknown. */
export const shortDetailOf = (
  record: Pick<CheckinRecord, 'category' | 'target' | 'params'>,
  language: Language,
): string => {
  const isKnown = catalogues[`${record.category}/${record.target}`] !== undefined
  return (isKnown && detailsOf(record, language)[0]?.value) || nameOfVisits(record, language)
}
