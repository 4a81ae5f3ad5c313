import { normalAddress } from '../delivery/normal-address.ts'
import { faultFinder, invalidBody, type JsonFault, refuse, unstorable } from '../json-faults.ts'
import type { Params, Plugin } from '../plugins/plugin.ts'
import { findPlugin, plugins } from '../plugins/registry.ts'
import { mostItems, Submission } from './submission.ts'

/** A submission in which nothing is wrong, with the addresses in their one form. */
export interface CheckedSubmission extends Submission {
  plugin: Plugin
  notifications: (Submission['notifications'][number] & { params: Params })[]
}

const faultsOf = faultFinder(Submission)
const paramsFaults = new Map(plugins.map((plugin) => [plugin, faultFinder(plugin.submitted)]))

/** The body of a request as a submission.
 *  @throws Problem invalid-body that points at every fault */
export function checkSubmission(body: unknown): CheckedSubmission {
  // First, since telling all that is wrong with a hundred thousand items would hold up everybody.
  const { notifications } = Object(body) as Partial<Submission>
  if (Array.isArray(notifications) && notifications.length > mostItems) {
    refuse([{ pointer: '/notifications', reason: `must not have more than ${mostItems} items` }])
  }
  refuse(faultsOf(body))
  refuse(unstorable(body))
  const submission = body as Submission
  const plugin = findPlugin(submission.category, submission.target)
  if (!plugin) {
    const known = plugins.map(({ category, target }) => `${category}/${target}`).join(', ')
    throw invalidBody([{ pointer: '/target', reason: `no plugin knows this category and target; there are ${known}` }])
  }

  const faults: JsonFault[] = []
  const seen = new Set<string>()
  const items = submission.notifications.map((item, index) => {
    const at = `/notifications/${index}`
    if (seen.has(item.external_id)) faults.push({ pointer: `${at}/external_id`, reason: 'is that of an earlier item' })
    seen.add(item.external_id)
    for (const { pointer, reason } of paramsFaults.get(plugin)!(item.params)) {
      faults.push({ pointer: `${at}/params${pointer}`, reason })
    }
    const addresses = item.addresses.map((address, place) => {
      const normal = normalAddress(address, item.contact.country)
      if (!normal) faults.push({ pointer: `${at}/addresses/${place}/uid`, reason: unreachable[address.channel] })
      return normal ?? address
    })
    const distinct = new Map(addresses.map((address) => [`${address.channel} ${address.uid}`, address]))
    return { ...item, addresses: [...distinct.values()], params: item.params as Params }
  })
  refuse(faults)
  return { ...submission, plugin, notifications: items }
}

const unreachable = {
  mobile: "must be a phone number, with its country's code or in the country of the contact",
  email: 'must be an e-mail address',
}
