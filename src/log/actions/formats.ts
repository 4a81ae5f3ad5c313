import { recordFormats } from '../../platform/lists/formats.ts'
import { paramCells, paramColumns } from '../../visits/plugins/registry.ts'
import { ActionRecord } from './action.ts'

const { contact: _contact, params: _params, ...own } = ActionRecord.properties

/** The formats of a list of actions, by media type. */
export const formats = recordFormats<ActionRecord>({
  columns: [...Object.keys(own), 'contact.external_id', 'contact.name', ...paramColumns],
  cells: ({ contact, params, ...record }) => [
    ...[...Object.values(record), contact.external_id, contact.name],
    ...paramCells(params),
  ],
})
