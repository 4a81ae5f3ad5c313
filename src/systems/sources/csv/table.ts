import type { TableData } from '../../../platform/database/table-data.ts'

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    /** How the columns of the entity's files map to the fields of a submission. */
    mappings: {
      entity_id: string
      name: string
      /** JSON. */
      mapping: string
    }
  }
}

export const mappingsData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    name: 'none',
    mapping: 'none',
  },
} satisfies TableData<'mappings'>
