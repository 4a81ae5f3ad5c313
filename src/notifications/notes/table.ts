import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { CallResult } from '../status/staff-notes.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** What staff write about a notification, and their calls without an answer. Contacts never see them. */
    notes: {
      entity_id: string
      notification_id: string
      /** In the order of writing. */
      note_id: string
      written_at: Instant
      /** The name of the credential. */
      written_by: string
      text: string | null
      call: CallResult | null
    }
  }
}

export const notesData = {
  foundBy: 'notification',
  removal: 'delete',
  kept: 'notes',
  columns: {
    entity_id: 'none',
    notification_id: 'none',
    note_id: 'none',
    written_at: 'none',
    written_by: 'staff',
    text: 'contact',
    call: 'none',
  },
} satisfies TableData<'notes'>
