import type { Claim, NewClaim } from '../src/notifications/claims/claim.ts'
import type { NewNote, Note } from '../src/notifications/notes/note.ts'
import type { Connection } from './connection.ts'

export interface CallMethods {
  /** Adds a note of staff to a notification in any state. A note with `call` ends the claim of the visit. */
  addNote(entityId: string, id: string, note: NewNote): Promise<Note>
  /** Takes a note back. */
  removeNote(entityId: string, id: string, noteId: string): Promise<void>
  /** Says to other staff that somebody is on the visit, for ten minutes. The same key extends its claim. Throws ProblemError
   *  `claimed` if another key claims the visit, and `take_over` is not set. */
  claim(entityId: string, id: string, claim: NewClaim): Promise<Claim>
  /** Ends the claim, if it is of this key. */
  unclaim(entityId: string, id: string, key: string): Promise<void>
  /** Lists the claims that have not ended. Those of the key are marked. */
  claims(entityId: string, key?: string): Promise<Claim[]>
}

export const callMethods = ({ ask, askJson, address }: Connection): CallMethods => {
  const one = (entityId: string, id: string, ...parts: string[]) => address('notifications', entityId, id, ...parts)
  return {
    addNote: (entityId, id, note) => askJson(entityId, one(entityId, id, 'notes'), { change: { body: note } }),
    removeNote: async (entityId, id, noteId) => {
      await ask(entityId, one(entityId, id, 'notes', noteId), { change: { method: 'DELETE' } })
    },
    claim: (entityId, id, claim) =>
      askJson(entityId, one(entityId, id, 'claim'), { change: { method: 'PUT', body: claim } }),
    unclaim: async (entityId, id, key) => {
      const url = one(entityId, id, 'claim')
      url.searchParams.set('key', key)
      await ask(entityId, url, { change: { method: 'DELETE' } })
    },
    claims: (entityId, key) => {
      const url = address('claims', entityId)
      if (key !== undefined) url.searchParams.set('key', key)
      return askJson(entityId, url)
    },
  }
}
