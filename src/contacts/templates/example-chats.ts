import type { Chat } from '../../channels/content.ts'
import type { Entity } from '../../entities/entity.ts'
import { chatKindsOf, chatOf } from '../../messages/compose/chat.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import type { Plugin } from '../../visits/plugins/plugin.ts'
import { exampleMessage } from './example.ts'

const entity: Entity = { id: 'clinica-lisboa', name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' }
const link = 'https://rollcall.example/a/clinica-lisboa.7f3k9qxw2mzt4b8nd6vh'

/** Returns the messages of all kinds about a visit of the plugin, in the form of messengers and with examples as values. */
export function exampleChats(plugin: Plugin, language: Dialect): Chat[] {
  const { category, target } = plugin
  // The example of a move has both times.
  const message = exampleMessage(entity, { category, target, language, kind: 'moved' }, link)
  return chatKindsOf(plugin).map((kind) => chatOf(message, kind))
}
