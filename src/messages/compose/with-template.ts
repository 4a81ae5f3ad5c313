import type { Content } from '../../channels/content.ts'
import { type ChannelName, findChannel } from '../../channels/registry.ts'
import type { Database } from '../../platform/database/database.ts'
import { localeOfContact } from '../../platform/languages/contact-locale.ts'
import { joined } from '../../platform/languages/format.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import type { MessageKind } from '../delivery/kind.ts'
import { findTemplate, type TemplateWords } from './find-template.ts'
import { type MessageContext, messageTexts, ofWithdrawn } from './message-context.ts'
import { rulesOf, type TemplateKind, templateKindOf } from './template-kinds.ts'

/** Replaces the shipped words of a message by the entity's template, if it has one. */
export async function withTemplate(
  database: Database,
  { kind, channel }: { kind: MessageKind; channel: ChannelName },
  message: MessageContext,
  content: Content,
): Promise<Content> {
  const template = templateKindOf(kind, message)
  if (template === undefined) return content
  const { entity, notification } = message
  const { category, target, contact } = notification
  const { language } = localeOfContact(contact, entity.language)
  const key = { entity_id: entity.id, category, target, channel, kind: template, language }
  const words = await findTemplate(database, key)
  return words ? templated(content, words, message, { kind: template, channel }) : content
}

/** Returns the content with the words of a template. A letter keeps its layout. */
export function templated(
  content: Content,
  { subject, text }: TemplateWords,
  message: MessageContext,
  { kind, channel }: { kind: TemplateKind; channel: ChannelName },
): Content {
  const values = { ...valuesOf(message, kind, channel), ...content.values }
  const { language } = messageTexts(message)
  const { letter } = content
  return {
    // The alphabet of texts has no other spaces.
    texts: () => [fillTemplate(text.replaceAll(/[^\S\n]/g, ' '), values, language)],
    ...(letter && {
      letter: async () => ({
        ...(await letter()),
        ...(subject !== undefined && { subject: fillTemplate(subject.replaceAll(/\s/g, ' '), values, language) }),
        paragraphs: text.split(/\n{2,}/).flatMap((one) => fillTemplate(one, values, language) || []),
        title: undefined,
      }),
    }),
  }
}

type PlaceholderValues = Record<string, string>

/** The values of the placeholders of a message. A letter writes days in full. */
function valuesOf(given: MessageContext, kind: TemplateKind, channel: ChannelName): PlaceholderValues {
  const { message: messageKind, shows } = rulesOf(kind)
  const message = messageKind === 'withdrawn' ? ofWithdrawn(given) : given
  const { values, details } = messageTexts(message)
  const isLong = findChannel(channel).template.form === 'letter'
  const params = shows ? details(shows).map(({ key, value }) => [key, oneLine(value)]) : []
  return {
    ...Object.fromEntries(params),
    clinic: values.entity,
    contact: values.name,
    appointment: values.visitKind,
    your_appointment: values.yours,
    when: isLong ? values.when : values.shortWhen,
    day: isLong ? values.longDay : values.shortDay,
    time: values.time,
    old_when: isLong ? values.oldWhen : values.shortOldWhen,
    old_day: isLong ? values.oldLongDay : values.oldShortDay,
    old_time: values.oldTime,
    telephone: values.phone,
    address: message.entity.address ?? '',
    link: values.link,
  }
}

/** Fills a template. A placeholder without a value is empty, and takes a comma after it and superfluous spaces with it. Values
 *  are not read as templates. */
function fillTemplate(text: string, values: PlaceholderValues, language: Dialect): string {
  let isAfterEmpty = false
  const parts = text.split(/\{([a-z_]+)\}/).map((part, index) => {
    if (index % 2 === 0) return isAfterEmpty ? part.replace(/^[,،]/, '') : part
    const value = values[part] ?? ''
    isAfterEmpty = value === ''
    return isAfterEmpty ? '' : [value]
  })
  return joined(parts, language)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
}
