import type { CheckinRecord } from '../../../client/client.ts'
import type { PluginWords } from '../../../client/words.ts'

/** The texts of plugins by category and target. */
type Pair = Pick<CheckinRecord, 'category' | 'target'>
export type Plugins = { [pair: string]: PluginWords; other: PluginWords }

/** Returns the plugin's texts, or the general ones for an unknown plugin. */
const wordsOf = ({ category, target }: Pair, plugins: Plugins) => plugins[`${category}/${target}`] ?? plugins.other

const timeParams = ['year', 'month', 'day', 'hour', 'minute', 'when', 'event_date']
/** The params with the start and the end of a visit. */
const usedTimeParams = ['when', 'event_date', 'end']

/** Returns the labels of the params that pages show, without the time. For an unknown plugin, the keys are the labels. */
function labelsOf({ category, target, params }: Pair & Pick<CheckinRecord, 'params'>, plugins: Plugins) {
  const known = plugins[`${category}/${target}`]?.details
  const labels = known ?? Object.fromEntries(Object.keys(params).map((key) => [key, key]))
  return Object.entries(labels).filter(([key]) => params[key] !== undefined && !timeParams.includes(key))
}

/** Returns a record's params without the time, with the plugin's labels. */
export const detailsOf = (record: Pair & Pick<CheckinRecord, 'params'>, plugins: Plugins) =>
  labelsOf(record, plugins).map(([key, label]) => ({ label, value: record.params[key]! }))

/** Returns the params of a record that pages use. */
export function usedParams(record: Pair & Pick<CheckinRecord, 'params'>, plugins: Plugins): Record<string, string> {
  const used = new Set([...usedTimeParams, ...labelsOf(record, plugins).map(([key]) => key)])
  return Object.fromEntries(Object.entries(record.params).filter(([key]) => used.has(key)))
}

/** Returns the start of the visit, if the record contains it. */
export function startOf({ params }: Pick<CheckinRecord, 'params'>): string | undefined {
  const start = params.when ?? params.event_date
  return start !== undefined && !Number.isNaN(Date.parse(start)) ? start : undefined
}

/** Returns the name of the notices of a category and target, such as "Appointment notices". */
export const nameOfNotices = (pair: Pair, plugins: Plugins): string => wordsOf(pair, plugins).notices

/** Returns what distinguishes a visit in a list: its first detail, or the name of its kind. */
export const shortDetailOf = (record: Pair & Pick<CheckinRecord, 'params'>, plugins: Plugins): string =>
  detailsOf(record, plugins)[0]?.value || wordsOf(record, plugins).name

/** Returns the first details of a visit that have one line. */
export const shortDetailsOf = (record: Pair & Pick<CheckinRecord, 'params'>, plugins: Plugins): string[] =>
  detailsOf(record, plugins)
    .map(({ value }) => value)
    .filter((value) => !value.includes('\n'))
    .slice(0, 2)
