import type { Content } from '../../channels/content.ts'
import type { Entity } from '../../entities/entity.ts'
import type { TemplateKey } from '../../messages/compose/find-template.ts'
import type { MessageContext } from '../../messages/compose/message-context.ts'
import { questionContent } from '../../messages/compose/question.ts'
import { rulesOf, type TemplateKind } from '../../messages/compose/template-kinds.ts'
import { type Parts, writers } from '../../messages/compose/write-message.ts'
import { hours } from '../../platform/time/instant.ts'
import { exampleNotification } from '../../visits/notification.ts'
import type { Params, VisitTimes } from '../../visits/plugins/plugin.ts'
import { findPlugin, timesOfVisit } from '../../visits/plugins/registry.ts'

/** The message of a template, in any channel and of any entity. */
type MessageKey = Pick<TemplateKey, 'category' | 'target' | 'language' | 'kind'>

/** Returns a message of the kind to an example contact, about the example of the plugin. */
export function exampleMessage(entity: Entity, key: MessageKey, linkUrl: string): MessageContext {
  const { category, target } = key
  const plugin = findPlugin(category, target)!
  const [example] = (plugin.submittedParams as { examples?: Params[] }).examples ?? []
  const notification = {
    ...exampleNotification,
    entity_id: entity.id,
    category,
    target,
    contact: { external_id: 'P-1', name: exampleNotification.contact.name },
    params: plugin.complete({ when: '2026-03-30T09:30:00Z', ...example }, entity.time_zone),
  }
  const times = timesOfVisit(notification)
  const message = { deliveryId: 'example', uid: '', entity, notification, revision: 0, times, linkUrl, logo: undefined }
  return asExample({ ...message, state: 'open', knownTimes: undefined, areAnswersClosed: false }, key)
}

/** Returns the message as its kind needs it: in the language of the template, and as long as the contact can answer. */
export function asExample(
  message: MessageContext,
  { kind, language }: Pick<MessageKey, 'kind' | 'language'>,
): MessageContext {
  const { notification, times, knownTimes } = message
  const { message: messageKind, state } = rulesOf(kind)
  return {
    ...message,
    state,
    areAnswersClosed: false,
    notification: { ...notification, contact: { ...notification.contact, language: language.replace('-', '_') } },
    knownTimes: messageKind === 'moved' && times ? (knownTimes ?? dayBefore(times)) : undefined,
  }
}

function dayBefore({ startsAt, endsAt, answersCloseAt }: VisitTimes): VisitTimes {
  const day = hours(24)
  return { startsAt: startsAt - day, endsAt: endsAt - day, answersCloseAt: answersCloseAt - day }
}

/** Writes a message in the shipped words. */
export async function shippedContent(kind: TemplateKind, parts: Parts, message: MessageContext): Promise<Content> {
  const { message: messageKind } = rulesOf(kind)
  if (messageKind !== 'question') return (await writers[messageKind](parts, message)) as Content
  const other = message.times && { ...message, times: dayBefore(message.times) }
  return questionContent(
    message,
    'confirm',
    new Map([
      [1, message],
      [2, other ?? message],
    ]),
  )
}
