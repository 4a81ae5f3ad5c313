import { valueFormats } from '../../lists/formats.ts'
import { paramCells, paramColumns } from '../../plugins/param-columns.ts'
import { Contact } from '../../visits/notification.ts'
import type { NotificationStatus } from '../status/status.ts'

const before = [
  ...(['id', 'task_id', 'external_id', 'category', 'target'] as const),
  ...(['supersedes', 'superseded_by', 'starts_at', 'ends_at'] as const),
] as const
const after = [
  ...(['state', 'created_at', 'answered_at', 'by', 'arrived_at', 'arrived_by', 'wish', 'version'] as const),
] as const
const contact = Object.keys(Contact.properties) as (keyof Contact)[]

export const visitFormats = valueFormats<NotificationStatus>({
  columns: [
    ...before,
    ...contact.map((key) => `contact.${key}`),
    ...paramColumns,
    ...after,
    'deliveries',
    'done.at',
    'done.by',
    'arrived_reason',
  ],
  cells: (visit) => [
    ...before.map((key) => visit[key]),
    ...contact.map((key) => visit.contact[key]),
    ...paramCells(visit.params),
    ...after.map((key) => visit[key]),
    visit.deliveries.map(({ kind, channel, state }) => `${kind} ${channel} ${state}`).join('; '),
    visit.done?.at,
    visit.done?.by,
    visit.arrived_reason,
  ],
})
