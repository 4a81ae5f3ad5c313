import type { KeptKind } from '../../platform/database/table-data.ts'

/** The members of an event's details that go with data of a kind. The texts become empty: they are required. */
const removedMembers: Record<KeptKind, readonly string[]> = {
  notifications: ['uid', 'text', 'reason', 'wish'],
  messages: ['reason'],
  replies: ['text'],
  notes: [],
}

/** Clears the details of an event, in JSON. */
export function clearedDetails(details: string, removed: KeptKind) {
  const members = Object.entries(JSON.parse(details))
  return JSON.stringify(
    Object.fromEntries(members.map(([name, value]) => [name, removedMembers[removed].includes(name) ? '' : value])),
  )
}
