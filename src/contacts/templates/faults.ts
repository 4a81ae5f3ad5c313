import type { Measure } from '../../channels/channel.ts'
import { findChannel } from '../../channels/registry.ts'
import type { TemplateKey, TemplateWords } from '../../messages/compose/find-template.ts'
import { paramsOfPlugins, placeholdersOf, rulesOf } from '../../messages/compose/template-kinds.ts'
import type { JsonFault } from '../../platform/errors/invalid-body.ts'
import { findPlugin } from '../../visits/plugins/registry.ts'
import { measureOf, type RenderContext } from './render.ts'

/** Returns all faults of the words of a template, with pointers into the body that sets them. */
export async function templateFaults(
  context: RenderContext,
  key: TemplateKey,
  { subject, text }: TemplateWords,
): Promise<JsonFault[]> {
  const { category, target, kind, channel } = key
  const { template, takesReplies } = findChannel(channel)
  const { asks, needs, placeholders } = rulesOf(kind)
  if (template.form === 'chat') return [{ pointer: '/text', reason: template.fault }]
  const known = placeholdersOf(kind, findPlugin(category, target)!, template.form)
  // Other people may read a subject: it has no params, which may tell of the contact's health, and no link.
  const faults = placeholderFaults(
    '/subject',
    subject ?? '',
    placeholders.filter((name) => name !== 'link'),
  )
  faults.push(...placeholderFaults('/text', text, known, paramsOfPlugins(kind)))
  if (template.form === 'letter') return faults
  if (subject !== undefined)
    faults.push({ pointer: '/subject', reason: 'must be absent: messages of this channel have none' })
  const missing = needs.filter((name) => !text.includes(`{${name}}`))
  faults.push(...missing.map((name) => ({ pointer: '/text', reason: `must contain {${name}}` })))
  const saysHowToStop = /\{stop\}|\bSTOP\b/i.test(text)
  if (asks && takesReplies(context.servers[channel]) && !saysHowToStop) {
    faults.push({ pointer: '/text', reason: 'must say how to stop messages: it must contain STOP or {stop}' })
  }
  if (faults.length > 0 || template.maxSegments === undefined) return faults
  const measure = (await measureOf(context, key, { text }))!
  return measure.segments > template.maxSegments ? [tooLong(measure, template.maxSegments)] : []
}

/** @param empty known, too, but without a value */
function placeholderFaults(
  pointer: string,
  text: string,
  known: readonly string[],
  empty: readonly string[] = [],
): JsonFault[] {
  const list = known.map((name) => `{${name}}`).join(', ')
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  const reasons = [
    ...(used.every((name) => known.includes(name) || empty.includes(name))
      ? []
      : [`has an unknown placeholder; the known ones are ${list}`]),
    ...(/[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, ''))
      ? ['must have braces only around the name of a placeholder']
      : []),
  ]
  return reasons.map((reason) => ({ pointer, reason }))
}

function tooLong({ segments, encoding, forcing_characters }: Measure, max: number): JsonFault {
  const because = forcing_characters.length > 0 ? ` in ${encoding}, because of ${forcing_characters.join(' ')}` : ''
  return {
    pointer: '/text',
    reason: `must need at most ${max} segments; with the example contact, it needs ${segments}${because}`,
  }
}
