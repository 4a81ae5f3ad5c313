import type { Measure, Message } from '../../channels/channel.ts'
import type { Content } from '../../channels/content.ts'
import { findChannel } from '../../channels/registry.ts'
import { type Entity, findEntity } from '../../entities/entity.ts'
import { findLogo } from '../../entities/logo.ts'
import { findTemplate, type TemplateKey, type TemplateWords } from '../../messages/compose/find-template.ts'
import { hiddenLink, hiddenParts } from '../../messages/compose/hidden-parts.ts'
import { type MessageContext, messageTexts } from '../../messages/compose/message-context.ts'
import { readContext } from '../../messages/compose/read-context.ts'
import { templated } from '../../messages/compose/with-template.ts'
import { findNotification } from '../../notifications/status/find.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { asExample, exampleMessage, shippedContent } from './example.ts'
import type { Preview } from './template.ts'

/** What rendering a message needs. */
export interface RenderContext {
  database: Database
  servers: Config['servers']
  origin: () => string
  clock: Clock
}

/** Words to show instead of the template, and the notification to show them for. */
interface PreviewChoice {
  words?: TemplateWords | undefined
  notificationId?: string | undefined
}

/** Renders a message as the contact would receive it.
 *  @throws Problem notification-not-found */
export async function preview(
  context: RenderContext,
  key: TemplateKey,
  { words, notificationId }: PreviewChoice,
): Promise<Preview> {
  const message = await messageFor(context, key, notificationId)
  const { shown, template } = findChannel(key.channel)
  const composed = await compose(key, message, await contentOf(context, key, message, words))
  const parts = shown(composed)
  return { ...parts, ...(template.form === 'text' && (await template.measure?.(parts.text))) }
}

/** Composes a message to an example contact, marked as a test. Its links lead nowhere. */
export async function testMessage(
  context: RenderContext,
  key: TemplateKey,
  uid: string,
  words?: TemplateWords,
): Promise<Message> {
  const message = { ...(await messageFor(context, key)), uid }
  const content = await contentOf(context, key, message, words)
  return compose(key, message, asTest(content, messageTexts(message).words.test))
}

/** Measures a text with the example contact. Undefined: the channel does not count segments. */
export async function measureOf(
  context: RenderContext,
  key: TemplateKey,
  words: TemplateWords,
): Promise<Measure | undefined> {
  const { template } = findChannel(key.channel)
  if (template.form !== 'text' || !template.measure) return undefined
  const message = await messageFor(context, key)
  const content = await contentOf(context, key, message, words)
  return template.measure(content.texts()[0]!)
}

/** A chat has the words that the provider has approved, without a mark. The provider takes a picture only in a conversation. */
const asTest = ({ texts, chat, letter }: Content, mark: string): Content => ({
  texts: () => texts().map((text) => `${mark} ${text}`),
  ...(chat && {
    chat() {
      const { picture: _, ...words } = chat()
      return words
    },
  }),
  ...(letter && {
    async letter() {
      const { subject, paragraphs, ...rest } = await letter()
      return { ...rest, subject: `${mark} ${subject}`, paragraphs: [mark, ...paragraphs] }
    },
  }),
})

async function messageFor(context: RenderContext, key: TemplateKey, notificationId?: string): Promise<MessageContext> {
  const { database, origin, clock } = context
  const linkUrl = hiddenLink(origin(), key.entity_id)
  if (notificationId === undefined) return exampleFor(database, key, linkUrl)
  await findNotification(database, key.entity_id, notificationId)
  const delivery = { ...key, delivery_id: 'preview', notification_id: notificationId, uid: '', told_of: null }
  const message = await readContext(database, delivery, clock.now())
  const { category, target } = message.notification
  if (category !== key.category || target !== key.target) throw new Problem('notification-not-found')
  return asExample({ ...message, linkUrl }, key)
}

async function exampleFor(database: Database, key: TemplateKey, linkUrl: string): Promise<MessageContext> {
  const entity: Entity = (await findEntity(database, key.entity_id))!
  const logo = findChannel(key.channel).carriesPictures ? await findLogo(database, key.entity_id) : undefined
  return { ...exampleMessage(entity, key, linkUrl), logo: logo === undefined ? undefined : Buffer.from(logo, 'base64') }
}

/** Returns the message in the given words, or else in those of the template, or else in the shipped ones. */
async function contentOf(
  { database, servers }: RenderContext,
  key: TemplateKey,
  message: MessageContext,
  words?: TemplateWords,
): Promise<Content> {
  const shipped = await shippedContent(key.kind, hiddenParts(servers, key.channel), message)
  const chosen = words ?? (await findTemplate(database, key))
  return chosen ? templated(shipped, chosen, message, key) : shipped
}

const compose = async ({ channel, entity_id }: TemplateKey, { uid }: MessageContext, content: Content) =>
  (await findChannel(channel).compose({ id: newId(), entityId: entity_id, uid, isConversation: true }, content))!
