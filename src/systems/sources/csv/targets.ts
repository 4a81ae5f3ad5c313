import { Type } from 'typebox'
import { channelNames } from '../../../channels/registry.ts'
import { plugins } from '../../../visits/plugins/registry.ts'
import { days, fieldsOf, instants, needsTime } from './mapping.ts'

/** What a value of a field is. Only instants and days have a date format. */
const valueTypes = ['text', 'instant', 'day', 'address'] as const

/** A category and target, with the fields that a mapping can have. */
export const MappedTarget = Type.Object({
  category: Type.String(),
  target: Type.String(),
  fields: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The name, as in a mapping.' }),
      type: Type.Enum(valueTypes, { description: 'An `instant` and a `day` can have a date format.' }),
      required: Type.Boolean({ description: 'Whether a mapping must have the field.' }),
      time: Type.Optional(
        Type.Literal(true, { description: 'Present if the format of an `instant` must have a time.' }),
      ),
    }),
  ),
})
type MappedTarget = Type.Static<typeof MappedTarget>

const typeOf = (name: string): (typeof valueTypes)[number] => {
  if (instants.includes(name)) return 'instant'
  if (days.includes(name)) return 'day'
  return (channelNames as readonly string[]).includes(name) ? 'address' : 'text'
}

export const mappedTargets = (): MappedTarget[] =>
  plugins.map((plugin) => ({
    category: plugin.category,
    target: plugin.target,
    fields: [...fieldsOf(plugin)].map(([name, { isRequired }]) => ({
      name,
      type: typeOf(name),
      required: isRequired,
      ...(needsTime(name, plugin) && { time: true as const }),
    })),
  }))
