import { Type } from 'typebox'
import { type Address, addressKey } from '../../channels/address.ts'
import { normalAddress } from '../../channels/normal-address.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { type Instant, parseInstant } from '../../instant.ts'
import { invalidBody, type JsonFault, maxFaults, throwIfFaulty } from '../../invalid-body.ts'
import { faultFinder } from '../../json-faults.ts'
import { jsonFits } from '../../json-size.ts'
import type { Params, Plugin } from '../../plugins/plugin.ts'
import { expectedUntil, findPlugin, plugins } from '../../plugins/registry.ts'
import { schemaCheck } from '../../schema-faults.ts'
import { Envelope, Item, maxAddresses, maxFiles, maxItems, type Submission } from './submission.ts'
import { submittedDigest } from './submitted-digest.ts'

/** The valid items of a submission. */
export interface CheckedSubmission {
  category: string
  target: string
  plugin: Plugin
  notifications: (CheckedItem | KnownItem)[]
  /** The faults of the items that were skipped: at least one for each. */
  faults: JsonFault[]
}

/** An item whose addresses have their stored form. */
export interface CheckedItem extends Omit<Item, 'params' | 'version' | 'files' | 'inferred_data'> {
  isKnown: false
  params: Params
  files: unknown[]
  inferred_data: Record<string, unknown>
  /** An integer of the client, or microseconds since the epoch. */
  version: number | null
  /** The item's digest, as `submittedDigest` returns it. */
  submitted: string | null
}

/** An item whose digest is that of the stored visit: its content is valid and unchanged. */
export interface KnownItem extends Pick<CheckedItem, 'external_id' | 'version'> {
  isKnown: true
  submitted: string
}

// An item takes up to half a millisecond, mostly to parse telephone numbers.
const itemsPerYield = 4

const faultsOfEnvelope = faultFinder(Envelope)
const faultsOfItem = faultFinder(Item)
const faultsOfSendAtAndVersion = schemaCheck(Type.Pick(Item, ['send_at', 'version']))
const faultsOfParams = new Map(plugins.map((plugin) => [plugin, faultFinder(plugin.submitted)]))

/** Checks the body of a request, and reports the faults of the whole body together. With `on_fault: "skip"`, leaves out
 *  the items that have a fault.
 *  @param timeZone the entity's
 *  @param textFaults the faults of the JSON text
 *  @param stored the result of `storedDigests`; empty if the text has a fault. An item with its stored digest skips the
 *  check of its content.
 *  @throws Problem invalid-body with a pointer to each fault, up to `maxFaults` */
export async function checkSubmission(
  body: unknown,
  timeZone: string,
  now: Instant,
  textFaults: JsonFault[] = [],
  stored: ReadonlyMap<string, string> = new Map(),
): Promise<CheckedSubmission> {
  const inText = Map.groupBy(textFaults, ({ pointer }) => /^\/notifications\/\d+(?=\/|$)/.exec(pointer)?.[0])
  const faults = [...(inText.get(undefined) ?? []), ...(await faultsOfEnvelope(body))]
  const { category, target, notifications, on_fault } = (body ?? {}) as Partial<Submission>
  if (!Array.isArray(notifications) || notifications.length > maxItems) throw invalidBody(faults)
  const plugin = findPlugin(category!, target!)
  if (!plugin && isSound(faults, '/category') && isSound(faults, '/target')) faults.push(unknownPair())

  const skips = on_fault === 'skip' && faults.length === 0
  const max = skips ? maxFaults * Math.ceil(notifications.length / maxFaults) : maxFaults
  const accepted: CheckedSubmission['notifications'] = []
  const seen = new Set<string>()
  for (const [index, item] of notifications.entries()) {
    const pointer = `/notifications/${index}`
    const submitted = isObject(item) && stored.has(item.external_id) ? knownDigest(item, timeZone, stored) : undefined
    const { addresses, found } = submitted
      ? { addresses: [], found: [...keyFaults(item, seen), ...timeFaults(item, plugin!, now)] }
      : await checkItem(item, plugin, now, seen)
    const written = inText.get(pointer) ?? []
    const read = found.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }))
    const all = [...written, ...read.filter((fault) => isSound(written, fault.pointer))]
    if (all.length === 0) accepted.push(submitted ? known(item, submitted) : completed(item, addresses, timeZone))
    // Each later item can still list a fault.
    const reserved = skips ? notifications.length - index - 1 : 0
    faults.push(...all.slice(0, max - faults.length - reserved))
    if (!skips && faults.length >= max) break
    if (index % itemsPerYield === itemsPerYield - 1) await yieldToEventLoop()
  }
  if (!skips) throwIfFaulty(faults)
  return { category: category!, target: target!, plugin: plugin!, notifications: accepted, faults }
}

/** Returns the item's digest if it is the stored one, and `send_at` and `version` are valid. */
function knownDigest(item: Item, timeZone: string, stored: ReadonlyMap<string, string>): string | undefined {
  const digest = submittedDigest(item, timeZone)
  if (digest !== null && digest === stored.get(item.external_id) && faultsOfSendAtAndVersion(item).length === 0)
    return digest
}

const known = (item: Item, submitted: string): KnownItem => ({
  isKnown: true,
  external_id: item.external_id,
  submitted,
  version: versionOf(item),
})

const completed = (item: Item, addresses: Address[], timeZone: string): CheckedItem => ({
  ...item,
  isKnown: false,
  addresses,
  params: item.params as Params,
  files: item.files ?? [],
  inferred_data: item.inferred_data ?? {},
  version: versionOf(item),
  submitted: submittedDigest(item, timeZone),
})

const versionOf = ({ version }: Item): number | null =>
  (typeof version === 'string' ? parseInstant(version) : version) ?? null

function unknownPair(): JsonFault {
  const known = plugins.map(({ category, target }) => `${category}/${target}`).join(', ')
  return { pointer: '/target', reason: `does not form a known pair with the category; the known pairs are ${known}` }
}

async function paramsFaults(plugin: Plugin, params: object): Promise<JsonFault[]> {
  const ofSchema = await faultsOfParams.get(plugin)!(params)
  const faults = ofSchema.length > 0 ? ofSchema : plugin.faults(params as Params)
  return faults.map(({ pointer, reason }) => ({ pointer: `/params${pointer}`, reason }))
}

/** Whether no fault points at this place or into it. */
const isSound = (faults: JsonFault[], place: string) =>
  !faults.some(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`))

/** Returns the item's addresses in their stored form, and its faults with pointers into the item. Adds its key to
 *  `seen`. */
async function checkItem(item: Item, plugin: Plugin | undefined, now: Instant, seen: Set<string>) {
  const found = await faultsOfItem(item)
  if (!isObject(item)) return { addresses: [], found }
  if (isSound(found, '/external_id')) found.push(...keyFaults(item, seen))
  if (!jsonFits([item.files ?? [], item.inferred_data ?? {}], maxFiles)) found.push(tooLarge(item))
  if (plugin && isObject(item.params)) {
    found.push(...(await paramsFaults(plugin, item.params)))
    if (isSound(found, '/params/when') && isSound(found, '/params/end')) found.push(...timeFaults(item, plugin, now))
  }
  const { addresses, faults } = normalAddresses(item, found)
  return { addresses, found: [...found, ...faults] }
}

/** Adds the item's key to `seen`. */
function keyFaults({ external_id }: Item, seen: Set<string>): JsonFault[] {
  const isRepeated = seen.has(external_id)
  seen.add(external_id)
  return isRepeated ? [{ pointer: '/external_id', reason: 'repeats the external_id of an earlier item' }] : []
}

function timeFaults({ params, send_at }: Item, plugin: Plugin, now: Instant): JsonFault[] {
  const times = plugin.times(params as Params)
  if (!times) return []
  if (expectedUntil(times) <= now) return [{ pointer: '/params/when', reason: 'in-the-past' }]
  const sendAt = typeof send_at === 'string' ? parseInstant(send_at) : undefined
  const isLate = sendAt !== undefined && sendAt > now && sendAt >= times.answersCloseAt
  return isLate ? [{ pointer: '/send_at', reason: 'must be before the visit, and before its answers close' }] : []
}

const tooLarge = ({ files }: Item): JsonFault => ({
  pointer: files === undefined ? '/inferred_data' : '/files',
  reason: `files and inferred_data together must have at most ${maxFiles.bytes} bytes of JSON in UTF-8, and ${maxFiles.values} values`,
})

/** Returns the distinct addresses in their stored form, and a fault for each invalid one. Skips addresses that already
 *  have a fault. */
function normalAddresses({ addresses, contact }: Item, found: JsonFault[]) {
  const faults: JsonFault[] = []
  const normal = new Map<string, Address>()
  // A number may need the contact's country.
  const isReadable = isObject(contact) && isSound(found, '/contact/country')
  const isList = Array.isArray(addresses) && addresses.length <= maxAddresses
  for (const [place, address] of isReadable && isList ? addresses.entries() : []) {
    const pointer = `/addresses/${place}`
    if (!isSound(found, pointer)) continue
    const stored = normalAddress(address, contact.country)
    if (stored) normal.set(addressKey(stored), stored)
    else faults.push({ pointer: `${pointer}/uid`, reason: unreachable[address.channel] })
  }
  return { addresses: [...normal.values()], faults }
}

const unreachable = {
  mobile: "must be a phone number, with its country's code or in the country of the contact",
  email: 'must be an e-mail address',
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
