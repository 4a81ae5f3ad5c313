import { findChannel } from '../../channels/registry.ts'
import type { Entity } from '../../entities/entity.ts'
import type { TemplateKey, TemplateWords } from '../../messages/compose/find-template.ts'
import { hiddenParts } from '../../messages/compose/hidden-parts.ts'
import { messageTexts, ofWithdrawn } from '../../messages/compose/message-context.ts'
import { rulesOf } from '../../messages/compose/template-kinds.ts'
import type { Config } from '../../platform/config/config.ts'
import { unisolated } from '../../platform/languages/format.ts'
import { exampleMessage, shippedContent } from './example.ts'

/** Returns the shipped words of a message as a template, from which staff can start. Writes the message about a clinic and a
 *  contact whose names are placeholders, and replaces the times. */
export async function shippedWords(
  entity: Entity,
  key: TemplateKey,
  servers: Config['servers'],
): Promise<TemplateWords> {
  // The service adds the own sentence itself.
  const { sentences: _, ...others } = entity
  const named: Entity = { ...others, name: '{clinic}', phone: '{telephone}', names: 'full' }
  const example = exampleMessage(named, key, '{link}')
  const notification = { ...example.notification, contact: { ...example.notification.contact, name: '{contact}' } }
  const message = { ...example, notification }
  const content = await shippedContent(key.kind, hiddenParts(servers, key.channel), message)
  const isWithdrawn = rulesOf(key.kind).message === 'withdrawn'
  const { values } = messageTexts(isWithdrawn ? ofWithdrawn(message) : message)
  const written: [name: string, value: string][] = [
    ...Object.entries(content.values ?? {}),
    ...[values.when, values.shortWhen].map((value): [string, string] => ['when', value]),
    ...[values.oldWhen, values.shortOldWhen].map((value): [string, string] => ['old_when', value]),
  ]
  const asTemplate = (text: string) =>
    written
      .filter(([, value]) => value !== '')
      .reduce((rest, [name, value]) => rest.replaceAll(unisolated(value), `{${name}}`), unisolated(text))
  const { template, compose, shown } = findChannel(key.channel)
  if (template.form === 'text') return { text: asTemplate(content.texts()[0]!) }
  if (template.form === 'chat') {
    const envelope = { id: 'example', entityId: entity.id, uid: '', isConversation: true }
    return { text: asTemplate(shown((await compose(envelope, content))!).text) }
  }
  const { subject, paragraphs, title } = await content.letter!()
  return { subject: asTemplate(subject), text: asTemplate([...paragraphs, title].filter(Boolean).join('\n\n')) }
}
