import { scheduler } from 'node:timers/promises'
import { type Address, addressKey, readAddress } from '../../channels/address.ts'
import type { AddressNote } from '../../channels/channel.ts'
import type { Entity } from '../../entities/entity.ts'
import { invalidBody, type JsonFault, maxFaults, throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { faultFinder, isSound } from '../../platform/errors/json-faults.ts'
import { newId } from '../../platform/keys/new-id.ts'
import { type Instant, parseInstant } from '../../platform/time/instant.ts'
import { erased } from '../../visits/erasures/erased-contacts.ts'
import { type Notification, testMark } from '../../visits/notification.ts'
import type { Params, Plugin } from '../../visits/plugins/plugin.ts'
import { expectedUntil, findPlugin, startOfVisit } from '../../visits/plugins/registry.ts'
import { localTimeOf } from '../../visits/recorded-time.ts'
import { maxSlots } from '../../visits/slots.ts'
import type { SubmittedVisit } from '../lifecycle/create.ts'
import { digestOf, submittedDigest, type TaskDefaults } from './digests.ts'
import { type Item, itemSchemas, maxAddresses, maxFiles, type Submission } from './submission.ts'
import type { Comparable } from './submission-outcome.ts'

/** The valid items of a submission, as visits. */
export interface CheckedSubmission {
  isTest: boolean
  task_id: string
  plugin: Plugin
  visits: (CheckedVisit | UnchangedVisit)[]
  /** The faults of the items that were skipped: at least one for each. */
  faults: JsonFault[]
  /** What the sender should know of the addresses of valid items, up to `maxNotes`. */
  notes: JsonNote[]
}

/** A note about the value at a JSON pointer. */
type JsonNote = AddressNote & { pointer: string }

/** A valid visit, which `submit` compares with the stored one. */
export interface CheckedVisit extends Omit<SubmittedVisit, 'notification'>, Comparable {
  isKnown: false
  notification: Omit<Notification, 'id'>
  external_id: string
  digest: string
}

/** The entity of a task, with what completes its items, and whether a test token submits it. */
export type TaskEntity = Pick<Entity, 'id'> & TaskDefaults & Pick<Notification, 'test'>

/** A visit whose digest is that of the stored one: its content is valid and unchanged. */
export interface UnchangedVisit
  extends Pick<CheckedVisit, 'external_id' | 'contactId' | 'latest_submission' | 'version'> {
  isKnown: true
}

// The telephone numbers of these items take 3 ms, and 25 ms if all of them need a repair.
const itemsPerYield = 16

const maxNotes = 1_000

const itemFaults = new Map([...itemSchemas].map(([plugin, schema]) => [plugin, faultFinder(schema)]))

/** Checks what the schema of a body cannot, and reports all faults together. With `on_fault: "skip"`, leaves out the items
 *  that have a fault.
 *  @param ofSchema the faults by the schema
 *  @param stored the result of `storedDigests`. An item with its stored digest skips the check of its content.
 *  @param erasedContacts the keys of contacts whose data were erased
 *  @throws Problem invalid-body with a pointer to each fault, up to `maxFaults` */
export async function checkSubmission(
  body: Submission,
  entity: TaskEntity,
  now: Instant,
  ofSchema: JsonFault[] = [],
  stored: ReadonlyMap<string, string> = new Map(),
  erasedContacts: ReadonlySet<string> = new Set(),
): Promise<CheckedSubmission> {
  const byItem = Map.groupBy(ofSchema, ({ pointer }) => /^\/notifications\/\d+(?=\/|$)/.exec(pointer)?.[0])
  const faults = byItem.get(undefined) ?? []
  const { category, target, notifications, on_fault } = (body ?? {}) as Partial<Submission>
  const plugin = findPlugin(category!, target!)
  const skips = on_fault === 'skip' && faults.length === 0
  // Beyond `maxFaults`, items may have faults that are not in the list.
  const isCut = ofSchema.length >= maxFaults
  if (!plugin || !Array.isArray(notifications) || (isCut && !skips)) throw invalidBody(ofSchema)

  const max = skips ? maxFaults * Math.ceil(notifications.length / maxFaults) : maxFaults
  const task_id = newId()
  const visits: CheckedSubmission['visits'] = []
  const notes: JsonNote[] = []
  const seen = new Set<string>()
  for (const [index, item] of notifications.entries()) {
    const itemPointer = `/notifications/${index}`
    const found = isCut
      ? itemFaults.get(plugin)!(item).faults
      : (byItem.get(itemPointer) ?? []).map((fault) => within(itemPointer, fault))
    const storedDigest = found.length === 0 ? knownDigest(item, entity, stored) : undefined
    const read = storedDigest
      ? {
          addresses: [],
          notes: [],
          faults: [...keyFaults(item, seen), ...timeFaults(item, plugin, now), ...slotFaults(item, plugin, now)],
        }
      : await checkItem(item, found, plugin, entity, now, seen)
    const inBody = <One extends { pointer: string }>(one: One) => ({ ...one, pointer: itemPointer + one.pointer })
    const all = [...found, ...read.faults, ...contactFaults(item, erasedContacts)].map(inBody)
    if (all.length === 0) {
      visits.push(
        storedDigest ? known(item, storedDigest) : visitOf(item, read.addresses, { entity, plugin, task_id, now }),
      )
      notes.push(...read.notes.map(inBody).slice(0, maxNotes - notes.length))
    }
    // Each later item can still list a fault.
    const reserved = skips ? notifications.length - index - 1 : 0
    faults.push(...all.slice(0, max - faults.length - reserved))
    if (!skips && faults.length >= max) break
    if (index % itemsPerYield === itemsPerYield - 1) await scheduler.yield()
  }
  if (!skips) throwIfFaulty(faults)
  return { isTest: entity.test === true, task_id, plugin, visits, faults, notes }
}

const within = (itemPointer: string, { pointer, reason }: JsonFault) => ({
  pointer: pointer.slice(itemPointer.length),
  reason,
})

/** Returns the item's digest if it is the stored one. */
function knownDigest(item: Item, entity: TaskEntity, stored: ReadonlyMap<string, string>): string | undefined {
  const expected = stored.get(item.external_id)
  return expected !== undefined && submittedDigest(item, entity) === expected ? expected : undefined
}

const known = (item: Item, latest_submission: string): UnchangedVisit => ({
  isKnown: true,
  external_id: item.external_id,
  contactId: item.contact.external_id,
  latest_submission,
  version: versionOf(item),
})

interface TaskOfVisit {
  entity: TaskEntity
  plugin: Plugin
  task_id: string
  now: Instant
}

/** @param addresses in their stored form */
function visitOf(item: Item, addresses: Address[], { entity, plugin, task_id, now }: TaskOfVisit): CheckedVisit {
  const { external_id, contact, files = [], inferred_data = {}, send_at } = item
  const slots = slotsOf(item)
  const { category, target } = plugin
  const notification = {
    entity_id: entity.id,
    task_id,
    external_id,
    category,
    target,
    ...testMark(entity.test),
    contact,
    params: plugin.complete(item.params as Params, entity.time_zone),
    files,
    inferred_data,
  }
  return {
    isKnown: false,
    external_id,
    notification,
    addresses,
    slots,
    startsAt: startOfVisit(notification) ?? null,
    recordedTime: localTimeOf(notification.params),
    contactId: contact.external_id,
    digest: digestOf(notification, addresses, slots),
    latest_submission: submittedDigest(item, entity),
    version: versionOf(item),
    sendAt: send_at === undefined ? now : Math.max(now, parseInstant(send_at)!),
  }
}

const slotsOf = ({ slots = [] }: Item): Instant[] =>
  slots.map((slot) => parseInstant(slot)!).sort((one, other) => one - other)

const versionOf = ({ version }: Item): number | null =>
  (typeof version === 'string' ? parseInstant(version) : version) ?? null

/** Returns the item's addresses in their stored form with notes, and its faults beyond those by the schema, with pointers into
 *  the item. Adds its key to `seen`. */
async function checkItem(
  item: Item,
  ofSchema: JsonFault[],
  plugin: Plugin,
  { country }: TaskEntity,
  now: Instant,
  seen: Set<string>,
) {
  const faults: JsonFault[] = []
  if (!isObject(item)) return { addresses: [], notes: [], faults }
  const has = (...pointers: string[]) => pointers.every((pointer) => isSound([...ofSchema, ...faults], pointer))
  if (has('/external_id')) faults.push(...keyFaults(item, seen))
  if (has('/files', '/inferred_data') && !hasSmallFiles(item)) faults.push(tooLarge(item))
  if (has('/params')) faults.push(...paramsFaults(plugin, item.params as Params))
  if (isObject(item.params) && has('/params/when', '/params/end')) faults.push(...timeFaults(item, plugin, now))
  faults.push(...slotFaults(item, plugin, now))
  const { addresses, notes, faults: ofAddresses } = await readAddresses(item, country, ofSchema)
  return { addresses, notes, faults: [...faults, ...ofAddresses] }
}

const paramsFaults = (plugin: Plugin, params: Params): JsonFault[] =>
  plugin.faults(params).map(({ pointer, reason }) => ({ pointer: `/params${pointer}`, reason }))

/** Adds the item's key to `seen`. */
function keyFaults({ external_id }: Item, seen: Set<string>): JsonFault[] {
  const isRepeated = seen.has(external_id)
  seen.add(external_id)
  return isRepeated ? [{ pointer: '/external_id', reason: 'repeats the external_id of an earlier item' }] : []
}

const contactFaults = (item: Item, erasedContacts: ReadonlySet<string>): JsonFault[] =>
  erasedContacts.has(item?.contact?.external_id) ? [{ pointer: '/contact/external_id', reason: erased }] : []

function timeFaults({ params, send_at }: Item, plugin: Plugin, now: Instant): JsonFault[] {
  const times = plugin.times(params as Params)
  if (!times) return []
  if (expectedUntil(times) <= now) return [{ pointer: '/params/when', reason: 'in-the-past' }]
  const sendAt = typeof send_at === 'string' ? parseInstant(send_at) : undefined
  const isLate = sendAt !== undefined && sendAt > now && sendAt >= times.answersCloseAt
  return isLate ? [{ pointer: '/send_at', reason: 'must be before the visit, and before its answers close' }] : []
}

function slotFaults({ slots }: Item, { answers }: Plugin, now: Instant): JsonFault[] {
  // The schema reports other faults.
  if (!Array.isArray(slots) || slots.length > maxSlots) return []
  if (slots.length > 0 && !answers.includes('reschedule'))
    return [{ pointer: '/slots', reason: 'must be absent: contacts cannot ask for another time' }]
  const seen = new Set<Instant>()
  return slots.flatMap((slot, index) => {
    const at = typeof slot === 'string' ? parseInstant(slot) : undefined
    if (at === undefined) return []
    const pointer = `/slots/${index}`
    if (seen.has(at)) return [{ pointer, reason: 'repeats an earlier slot' }]
    seen.add(at)
    return at <= now ? [{ pointer, reason: 'in-the-past' }] : []
  })
}

function hasSmallFiles({ files = [], inferred_data = {} }: Item): boolean {
  const bytes = Buffer.byteLength(JSON.stringify(files)) + Buffer.byteLength(JSON.stringify(inferred_data))
  return bytes <= maxFiles.bytes && countValues(files) + countValues(inferred_data) <= maxFiles.values
}

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countValues(one), 1)
    : 1

const tooLarge = ({ files }: Item): JsonFault => ({
  pointer: files === undefined ? '/inferred_data' : '/files',
  reason: `files and inferred_data together must have at most ${maxFiles.bytes} bytes of JSON in UTF-8, and ${maxFiles.values} values`,
})

/** Returns the distinct addresses in their stored form with notes, and a fault for each invalid one. Skips addresses that
 *  already have a fault. */
async function readAddresses({ addresses, contact }: Item, country: string | undefined, found: JsonFault[]) {
  const faults: JsonFault[] = []
  const notes: JsonNote[] = []
  const distinct = new Map<string, Address>()
  // A number may need the contact's country.
  const isReadable = isObject(contact) && isSound(found, '/contact/country')
  const isList = Array.isArray(addresses) && addresses.length <= maxAddresses
  for (const [index, address] of isReadable && isList ? addresses.entries() : []) {
    const pointer = `/addresses/${index}`
    if (!isSound(found, pointer)) continue
    const read = await readAddress(address, { country: contact.country ?? country })
    const ofUid = `${pointer}/uid`
    if ('fault' in read) faults.push({ pointer: ofUid, reason: read.fault })
    else {
      distinct.set(addressKey(read.address), read.address)
      notes.push(...read.notes.map((note) => ({ ...note, pointer: ofUid })))
    }
  }
  return { addresses: [...distinct.values()], notes, faults }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
