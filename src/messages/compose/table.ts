import type { ChannelName } from '../../channels/registry.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { TemplateKind } from './template-kinds.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Each change adds a version, and the latest one applies. */
    templates: {
      entity_id: string
      category: string
      target: string
      channel: ChannelName
      kind: TemplateKind
      language: Dialect
      /** Starts at 1. */
      version: number
      /** Null: the shipped subject. */
      subject: string | null
      /** Null: the shipped words apply again. */
      text: string | null
      changed_at: Instant
      /** The name of the credential, or `command line`. */
      changed_by: string
    }
    /** The words of the messages that staff wrote. All others are rendered from the visit. */
    written_messages: {
      entity_id: string
      delivery_id: string
      text: string
      written_at: Instant
      /** The name of the credential. */
      written_by: string
    }
  }
}

export const templatesData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    category: 'none',
    target: 'none',
    channel: 'none',
    kind: 'none',
    language: 'none',
    version: 'none',
    subject: 'none',
    text: 'none',
    changed_at: 'none',
    changed_by: 'staff',
  },
} satisfies TableData<'templates'>

export const writtenMessagesData = {
  foundBy: 'delivery',
  removal: 'delete',
  kept: 'messages',
  columns: {
    entity_id: 'none',
    delivery_id: 'none',
    text: 'contact',
    written_at: 'none',
    written_by: 'staff',
  },
} satisfies TableData<'written_messages'>
