import type { Generated } from 'kysely'

declare module '../database/schema.ts' {
  interface Schema {
    entities: {
      entity_id: string
      name: string
      time_zone: string
      language: string
      /** The sequence of the entity's latest action: each action takes the next, in commit order. */
      last_sequence: Generated<number>
      /** From how many minutes before its beginning to how many after it an arrival can be marked. */
      arrive_early: Generated<number>
      arrive_late: Generated<number>
      /** Actions up to this sequence may lack the beginning of their visit, since an earlier version recorded them. */
      visits_due: Generated<number>
    }
  }
}
