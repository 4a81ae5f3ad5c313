import { valueFormats } from '../../platform/lists/formats.ts'
import { Contact } from '../../visits/notification.ts'
import { paramCells, paramColumns } from '../../visits/plugins/registry.ts'
import { type NotificationStatus, notificationFields } from '../status/status.ts'

interface Cells {
  columns: string[]
  of(visit: NotificationStatus): unknown[]
}

const ofContact = Object.keys(Contact.properties) as (keyof Contact)[]

/** The columns of the fields that have several. */
const composed: { [Name in keyof typeof notificationFields]?: Cells } = {
  contact: {
    columns: ofContact.map((key) => `contact.${key}`),
    of: ({ contact }) => ofContact.map((key) => contact[key]),
  },
  // Only the time that the contact takes has a column.
  slots: { columns: [], of: () => [] },
  params: { columns: paramColumns, of: ({ params }) => paramCells(params) },
  done: {
    columns: ['deliveries', 'addresses', 'done.at', 'done.by'],
    of: ({ deliveries, done }) => [
      deliveries.map(({ kind, channel, state, reason }) => writtenDelivery([kind, channel, state], reason)).join('; '),
      [...new Set(deliveries.map(({ channel, uid }) => `${channel} ${uid}`))].join('; '),
      ...[done?.at, done?.by],
    ],
  },
}

/** The service has no reason for a message that it sent. */
const writtenDelivery = (words: string[], reason: string | undefined) =>
  `${words.join(' ')}${reason === undefined ? '' : ` (${reason})`}`

const fields = (Object.keys(notificationFields) as (keyof typeof notificationFields)[]).map(
  (name): Cells => composed[name] ?? { columns: [name], of: (visit) => [visit[name]] },
)

/** CSV has the deliveries, and the addresses that they went to, before the mark of staff. */
export const visitFormats = valueFormats<NotificationStatus>({
  columns: fields.flatMap(({ columns }) => columns),
  cells: (visit) => fields.flatMap(({ of }) => of(visit)),
})
