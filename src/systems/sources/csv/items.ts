import { type ChannelName, channelNames } from '../../../channels/registry.ts'
import { type Item, itemSchemas } from '../../../notifications/submit/submission.ts'
import type { JsonFault } from '../../../platform/errors/invalid-body.ts'
import { schemaCheck } from '../../../platform/errors/schema-faults.ts'
import { findPlugin } from '../../../visits/plugins/registry.ts'
import { textOfCell } from './cells.ts'
import { replacement } from './charset.ts'
import { type Columns, countFault } from './columns.ts'
import { restAfter, splitAtTime } from './date-format.ts'
import type { CsvFault } from './fault.ts'
import { instantReader, type ReadDate, readDay } from './local-time.ts'
import { columnsOf, days, type MappedEntity, type Mapping, type Source, sourceOf } from './mapping.ts'
import type { Row } from './rows.ts'

/** The item of a row, or its faults. */
type RowItem = { line: number; item: Item } | { line: number; faults: CsvFault[] }

/** Converts the rows of a file. */
export interface RowConverter {
  itemOf(row: Row): RowItem
  /** Translates a fault of an item back to its row. */
  faultAt(line: number, item: Item, fault: JsonFault): CsvFault
}

// In characters. A longer text is longer than any field.
const maxCell = 1_024

// Decoded and cleaned texts can be stored: unlike those of JSON, they need no further check.
const itemFaults = new Map([...itemSchemas].map(([plugin, schema]) => [plugin, schemaCheck(schema)]))

export function rowConverter(mapping: Mapping, columns: Columns, entity: MappedEntity): RowConverter {
  const schemaFaults = itemFaults.get(findPlugin(mapping.category, mapping.target)!)!
  const fields = Object.entries(mapping.fields).map(([name, source]) => fieldReader(name, source, columns, entity))
  const [when, end] = [mapping.fields['params.when'], mapping.fields['params.end']]
  const hasRanges = end !== undefined && JSON.stringify(end) === JSON.stringify(when)
  const byName = new Map(fields.map((field) => [field.name, field]))
  const faultAt = (line: number, item: Item, { pointer, reason }: JsonFault): CsvFault => {
    const name = fieldOf(pointer, item)
    const column = byName.get(name)?.columns[0]
    if (column !== undefined) return { line, column, reason }
    return { line, reason: `${name} ${reason}`.trim() }
  }

  return {
    faultAt,
    itemOf(row) {
      const { line } = row
      const ofCount = countFault(row, columns)
      if (ofCount) return { line, faults: [ofCount] }
      const item = { contact: {}, addresses: [], params: {} } as unknown as Item
      const unread = new Map<string, CsvFault>()
      for (const field of fields) {
        const read = field.read(row)
        if (read === undefined) continue
        if ('reason' in read) unread.set(field.name, { line, ...read })
        else field.write(item, read.value)
      }
      // A column of ranges can have a time that is no range.
      if (hasRanges && item.params.end === item.params.when) delete item.params.end
      // The schema misses the fields that were not read.
      const ofSchema = schemaFaults(item).filter(({ pointer }) => !unread.has(fieldOf(pointer, item)))
      const faults = [...unread.values(), ...ofSchema.map((fault) => faultAt(line, item, fault))]
      return faults.length > 0 ? { line, faults } : { line, item }
    },
  }
}

/** Returns the name of the field that a JSON pointer into an item points at. */
function fieldOf(pointer: string, { addresses }: Item): string {
  const [, part = '', key] = pointer.split('/')
  if (part === 'addresses') return addresses[Number(key)]?.channel ?? part
  return key === undefined ? part : `${part}.${key}`
}

type CellResult = { value: string } | { column: string; reason: string }

interface FieldReader {
  name: string
  columns: string[]
  /** Returns undefined for empty cells. */
  read(row: Row): CellResult | undefined
  write(item: Item, value: string): void
}

function fieldReader(name: string, given: string | Source, { indexes }: Columns, entity: MappedEntity): FieldReader {
  const source = sourceOf(given)
  const columns = columnsOf(source)
  const write = writer(name)
  const { constant, format, join = ' ', pad } = source
  if (constant !== undefined) return { name, columns, write, read: () => ({ value: constant }) }
  const places = columns.map((column) => ({ column, index: indexes.get(column)! }))
  const { zone = entity.time_zone, skipped = 'fault', repeated = 'fault' } = source
  const date = format === undefined ? undefined : dateReader(name, { format, zone, skipped, repeated })
  return { name, columns, write, read }

  function read({ cells }: Row): CellResult | undefined {
    const texts: string[] = []
    for (const { column, index } of places) {
      const cell = cells[index]!
      const reason = cellFault(cell)
      if (reason !== undefined) return { column, reason }
      const text = textOfCell(cell)
      if (text !== '') texts.push(text)
    }
    if (texts.length === 0) return undefined
    const value = texts.length === 1 ? texts[0]! : texts.join(join)
    if (date) return inColumn(date(value), value)
    return { value: pad !== undefined && /^\d+$/.test(value) ? value.padStart(pad, '0') : value }
  }

  /** Names the column of a fault: of a date and its time in two columns, the one that does not have its part of the format. */
  function inColumn(result: ReadDate, value: string): CellResult {
    if ('value' in result) return result
    const { reason, part } = result
    if (part !== 'form') return { column: columns.at(part === 'date' ? 0 : -1)!, reason }
    const [date] = splitAtTime(format!)
    const hasDate = date !== '' && restAfter(value, date) !== undefined
    return { column: columns.at(hasDate ? -1 : 0)!, reason }
  }
}

function cellFault(cell: string): string | undefined {
  if (cell.length > maxCell) return `has more than ${maxCell} characters`
  if (cell.includes(replacement))
    return 'has bytes that are not in the charset of the mapping. Check the charset, or export the file again'
  return undefined
}

function dateReader(name: string, source: Parameters<typeof instantReader>[0]): (text: string) => ReadDate {
  if (days.includes(name)) return (text) => readDay(text, source.format)
  return instantReader(source, name === 'params.end' ? 'end' : 'start')
}

const isChannel = (name: string): name is ChannelName => (channelNames as readonly string[]).includes(name)

function writer(name: string): FieldReader['write'] {
  if (isChannel(name)) return (item, uid) => void item.addresses.push({ channel: name, uid })
  if (name === 'version')
    return (item, value) => {
      item.version = /^\d{1,15}$/.test(value) ? Number(value) : value
    }
  const [part, key] = name.split('.') as ['contact' | 'params', string | undefined]
  if (key === undefined) return (item, value) => void Object.assign(item, { [name]: value })
  return (item, value) => {
    ;(item[part] as Record<string, string>)[key] = value
  }
}
