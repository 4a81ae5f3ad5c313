import { yieldToEventLoop } from '../event-loop.ts'
import { invalidBody, type JsonFault, maxFaults, throwIfFaulty } from '../invalid-body.ts'
import { faultFinder } from '../json-faults.ts'
import type { Params, Plugin } from '../plugins/plugin.ts'
import { findPlugin, plugins } from '../plugins/registry.ts'
import { normalAddress } from './normal-address.ts'
import { Submission } from './submission.ts'

/** A submission in which nothing is wrong, with the addresses in their one form. */
export interface CheckedSubmission extends Submission {
  plugin: Plugin
  notifications: (Submission['notifications'][number] & { params: Params })[]
}

// An item takes up to half a millisecond, most of it for its telephone numbers.
const itemsPerYield = 4

const faultsOf = faultFinder(Submission)
const paramsFaults = new Map(plugins.map((plugin) => [plugin, faultFinder(plugin.submitted)]))

/** The body of a request as a submission.
 *  @throws Problem invalid-body that points at each fault, up to `maxFaults` */
export async function checkSubmission(body: unknown): Promise<CheckedSubmission> {
  throwIfFaulty(await faultsOf(body))
  const submission = body as Submission
  const plugin = findPlugin(submission.category, submission.target)
  if (!plugin) {
    const known = plugins.map(({ category, target }) => `${category}/${target}`).join(', ')
    throw invalidBody([{ pointer: '/target', reason: `no plugin knows this category and target; there are ${known}` }])
  }

  const faults: JsonFault[] = []
  const seen = new Set<string>()
  const notifications: CheckedSubmission['notifications'] = []
  for (const [index, item] of submission.notifications.entries()) {
    const at = `/notifications/${index}`
    if (seen.has(item.external_id)) faults.push({ pointer: `${at}/external_id`, reason: 'is that of an earlier item' })
    seen.add(item.external_id)
    for (const { pointer, reason } of await paramsFaults.get(plugin)!(item.params)) {
      faults.push({ pointer: `${at}/params${pointer}`, reason })
    }
    const checked = normalAddresses(item)
    for (const { pointer, reason } of checked.faults) faults.push({ pointer: `${at}${pointer}`, reason })
    notifications.push({ ...item, addresses: checked.addresses, params: item.params as Params })
    if (faults.length >= maxFaults) break
    if (index % itemsPerYield === itemsPerYield - 1) await yieldToEventLoop()
  }
  throwIfFaulty(faults)
  return { ...submission, plugin, notifications }
}

/** The addresses in their one form, each once, and the faults of those at which nobody can be reached. */
function normalAddresses({ addresses, contact }: Submission['notifications'][number]) {
  const faults: JsonFault[] = []
  const normal = addresses.map((address, place) => {
    const found = normalAddress(address, contact.country)
    if (!found) faults.push({ pointer: `/addresses/${place}/uid`, reason: unreachable[address.channel] })
    return found ?? address
  })
  const distinct = new Map(normal.map((address) => [`${address.channel} ${address.uid}`, address]))
  return { addresses: [...distinct.values()], faults }
}

const unreachable = {
  mobile: "must be a phone number, with its country's code or in the country of the contact",
  email: 'must be an e-mail address',
}
