import type { ActionRecord } from '../../../client/client.ts'
import { plainText } from '../../../client/words.ts'

/** Matches records that contain every word of the text. Ignores case, accents and punctuation. */
export function matcher(search: string): (record: ActionRecord) => boolean {
  const wanted = plainText(search).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return () => true
  return ({ contact, params, ...record }) => {
    const text = plainText(
      [contact.name, contact.external_id, record.external_id, record.uid, record.notification_id, record.task_id]
        .concat(Object.values(params))
        .join('\n'),
    )
    return wanted.every((word) => text.includes(word))
  }
}
