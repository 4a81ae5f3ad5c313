import { yieldToEventLoop } from '../event-loop.ts'
import { invalidBody, type JsonFault, maxFaults, throwIfFaulty } from '../invalid-body.ts'
import { faultFinder } from '../json-faults.ts'
import type { Params, Plugin } from '../plugins/plugin.ts'
import { findPlugin, plugins } from '../plugins/registry.ts'
import type { Address } from './address.ts'
import { normalAddress } from './normal-address.ts'
import { maxAddresses, maxItems, Submission } from './submission.ts'

/** A valid submission. Its addresses have their stored form. */
export interface CheckedSubmission extends Submission {
  plugin: Plugin
  notifications: (Item & {
    params: Params
    files?: unknown[]
    inferred_data?: Record<string, unknown>
    version?: number
  })[]
}

type Item = Submission['notifications'][number]

// An item takes up to half a millisecond, mostly to parse telephone numbers.
const itemsPerYield = 4

const faultsOf = faultFinder(Submission)
const faultsOfParams = new Map(plugins.map((plugin) => [plugin, faultFinder(plugin.submitted)]))

/** Checks the body of a request, and returns it as a submission. Reports the faults of the whole body together.
 *  @throws Problem invalid-body with a pointer to each fault, up to `maxFaults` */
export async function checkSubmission(body: unknown): Promise<CheckedSubmission> {
  const faults = await faultsOf(body)
  const { category, target, notifications } = (body ?? {}) as Partial<Submission>
  if (!Array.isArray(notifications) || notifications.length > maxItems || faults.length >= maxFaults) {
    throw invalidBody(faults)
  }
  const isSound = (pointer: string) =>
    !faults.some((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`))

  const plugin = findPlugin(category!, target!)
  if (!plugin && isSound('/category') && isSound('/target')) faults.push(unknownPair())
  const found: JsonFault[] = []
  const seen = new Set<string>()
  const checked: CheckedSubmission['notifications'] = []
  for (const [index, item] of notifications.entries()) {
    const pointer = `/notifications/${index}`
    if (!isObject(item)) continue
    if (isSound(`${pointer}/external_id`)) {
      if (seen.has(item.external_id))
        found.push({ pointer: `${pointer}/external_id`, reason: 'repeats the external_id of an earlier item' })
      seen.add(item.external_id)
    }
    if (plugin && isObject(item.params)) found.push(...(await paramsFaults(plugin, item.params, pointer)))
    const { addresses, faults: unreachable } = normalAddresses(item, pointer, isSound)
    found.push(...unreachable)
    checked.push({ ...item, addresses, params: item.params as Params })
    if (faults.length + found.length >= maxFaults) break
    if (index % itemsPerYield === itemsPerYield - 1) await yieldToEventLoop()
  }
  throwIfFaulty([...faults, ...found])
  return { ...(body as Submission), plugin: plugin!, notifications: checked }
}

function unknownPair(): JsonFault {
  const known = plugins.map(({ category, target }) => `${category}/${target}`).join(', ')
  return { pointer: '/target', reason: `does not form a known pair with the category; the known pairs are ${known}` }
}

async function paramsFaults(plugin: Plugin, params: object, item: string): Promise<JsonFault[]> {
  const ofSchema = await faultsOfParams.get(plugin)!(params)
  const faults = ofSchema.length > 0 ? ofSchema : plugin.faults(params as Params)
  return faults.map(({ pointer, reason }) => ({ pointer: `${item}/params${pointer}`, reason }))
}

/** Returns the distinct addresses in their stored form, and a fault for each invalid one. Skips addresses that already
 *  have a fault. */
function normalAddresses({ addresses, contact }: Item, item: string, isSound: (pointer: string) => boolean) {
  const faults: JsonFault[] = []
  const normal = new Map<string, Address>()
  // A number may need the contact's country.
  const isReadable = isObject(contact) && isSound(`${item}/contact/country`)
  const isList = Array.isArray(addresses) && addresses.length <= maxAddresses
  for (const [place, address] of isReadable && isList ? addresses.entries() : []) {
    const pointer = `${item}/addresses/${place}`
    if (!isSound(pointer)) continue
    const found = normalAddress(address, contact.country)
    if (found) normal.set(`${found.channel} ${found.uid}`, found)
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
