import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The versions of the rights of the identity provider's groups. The latest one counts. */
    access_rules: {
      version: number
      /** JSON: an array of `GroupRights`. The first rule with one of a person's groups counts. */
      rules: string
      changed_at: Instant
      /** The name of the credential. */
      changed_by: string
    }
  }
}

export const accessRulesData = {
  foundBy: 'no contact',
  columns: {
    version: 'none',
    rules: 'none',
    changed_at: 'none',
    changed_by: 'staff',
  },
} satisfies TableData<'access_rules'>
