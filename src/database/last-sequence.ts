import { prepared } from './prepared.ts'

/** The sequence of the entity's latest action; 0 before the first. */
export const selectLastSequence = prepared((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('last_sequence').where('entity_id', '=', entityId),
)
