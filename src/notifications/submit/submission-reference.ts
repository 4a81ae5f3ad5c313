import { type TSchema, Type } from 'typebox'
import { type JsonSize, largestJson } from '../../json-size.ts'
import { plugins } from '../../plugins/registry.ts'
import { Item, maxFiles, Submission } from './submission.ts'

const { notifications, on_fault, dry_run } = Submission.properties
const { items } = notifications

/** The documented schema of a submission, with the params of each plugin. `checkSubmission` checks params separately. */
export const SubmissionReference = Type.Union(
  plugins.map(({ category, target, submitted }) =>
    Type.Object(
      {
        category: Type.Literal(category, { description: 'The category of the notifications.' }),
        target: Type.Literal(target, { description: 'The target of the notifications.' }),
        on_fault,
        dry_run,
        notifications: {
          ...notifications,
          items: { ...items, properties: { ...items.properties, params: submitted } },
        },
      },
      { title: `${category}/${target}`, additionalProperties: false },
    ),
  ),
  { $id: 'Submission', description: 'The notifications of a task.', examples: plugins.map(exampleOf) },
)

// Each byte of JSON.stringify's text can be an escape of six bytes. `maxFiles` includes inferred_data.
const files = { bytes: 6 * maxFiles.bytes, values: maxFiles.values }

/** The size of the largest submission. */
export const largestSubmission = largestJson(
  SubmissionReference,
  new Map<TSchema, JsonSize>([
    [Item.properties.files, files],
    [Item.properties.inferred_data, { bytes: 0, values: 0 }],
  ]),
)

function exampleOf({ category, target, submitted }: (typeof plugins)[number]) {
  const contact = { external_id: 'P-290', name: 'Leonor Sá Magalhães', language: 'pt_PT', country: 'PT' }
  const addresses = [{ channel: 'mobile', uid: '+351912345678' }]
  const [params] = (submitted as { examples?: object[] }).examples ?? []
  return { category, target, notifications: [{ external_id: 'A-1102', contact, addresses, params }] }
}
