import { recordFormats } from '../lists/formats.ts'
import { paramCells, paramColumns } from '../plugins/param-columns.ts'
import type { ActionRecord } from './action.ts'

const csvColumns = [
  'action',
  'date',
  'task_id',
  'notification_id',
  'entity_id',
  'external_id',
  'category',
  'target',
  'channel',
  'uid',
  'contact.external_id',
  'contact.name',
  ...paramColumns,
]

const csvCells = ({ contact, params, ...record }: ActionRecord) => [
  ...[...Object.values(record), contact.external_id, contact.name],
  ...paramCells(params),
]

/** The formats of a list of actions, by media type. */
export const formats = recordFormats({ columns: csvColumns, cells: csvCells })
