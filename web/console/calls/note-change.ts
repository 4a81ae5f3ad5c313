import type { NewNote } from '../../../client/client.ts'
import type { Change, SaveResult } from '../change.ts'

/** Returns the change that adds a note of staff, and its result with Undo. */
export function noteChange(
  entityId: string,
  id: string,
  note: NewNote,
  text: string,
): { change: Change; saved: SaveResult } {
  let noteId: string | undefined
  return {
    async change(client) {
      noteId = (await client.addNote(entityId, id, note)).id
    },
    saved: { text, undo: { change: (client) => client.removeNote(entityId, id, noteId!) } },
  }
}
