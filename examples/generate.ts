// Writes the example history to standard output, the same bytes on every run:
//   node examples/generate.ts > examples/history.ndjson
import { clinics } from './clinics.ts'
import type { DatedLine } from './lines.ts'
import { seeded } from './random.ts'
import { shown } from './shown.ts'
import { storiesOf } from './story.ts'
import { visitsOf } from './visits.ts'

const entities = clinics.map(({ id, name, zone, language }) => ({
  type: 'entity',
  id,
  name,
  time_zone: zone,
  language,
}))

const stories = clinics.flatMap((clinic) => {
  const random = seeded(clinic.seed)
  return storiesOf(clinic, random, visitsOf(clinic, random))
})

// The sort is stable: lines of the same instant keep their order, such as a check-in token after its confirm.
const lines = [...shown, ...stories]
  .sort(([at]: DatedLine, [other]: DatedLine) => Temporal.Instant.compare(at, other))
  .map(([, line]) => line)

for (const line of [...entities, ...lines]) process.stdout.write(`${JSON.stringify(line)}\n`)
