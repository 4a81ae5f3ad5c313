/** What remains of a contact whose data were removed. */
const contact = { external_id: '', name: '' }
export const clearedContact = JSON.stringify(contact)

/** Whether the personal data of a notification were removed. No contact has an empty key otherwise. */
export const isRemoved = ({ contact }: { contact: { external_id: string } }) => contact.external_id === ''

// A number, or an instant in UTC.
const time = /^(\d{1,4}|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z)$/
const timeNames = ['year', 'month', 'day', 'hour', 'minute', 'when', 'event_date', 'end']

/** Keeps the times of a visit. Other params may name people: they become empty. */
const clearParams = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, timeNames.includes(name) && time.test(value) ? value : '']),
  )

/** Clears the params of a visit, in JSON. */
export const clearedParams = (params: string) => JSON.stringify(clearParams(JSON.parse(params)))

/** Clears an action record or a check-in record, in JSON. Its keys stay, in their order. */
export function clearedRecord(json: string) {
  const record = JSON.parse(json)
  const remaining = { uid: '', contact, params: clearParams(record.params), files: [], inferred_data: {} }
  const members = Object.entries(record).map(([name, value]) => [
    name,
    remaining[name as keyof typeof remaining] ?? value,
  ])
  return JSON.stringify(Object.fromEntries(members))
}
