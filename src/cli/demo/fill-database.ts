import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setEntity } from '../../entities/entity.ts'
import { setLogo } from '../../entities/logo.ts'
import { importHistory } from '../../systems/import/import-history.ts'
import { progressBar } from '../terminal.ts'
import { withArrivals } from './arrivals.ts'
import { exampleDays, shownClinic } from './example-days.ts'
import { type ReplayContext, replay } from './replay.ts'

const contact = { phone: '+351 900 000 000', address: 'Rua do Exemplo 12, 1100-000 Lisboa' }

interface Folders {
  /** The URL of the folder `examples`. */
  examples: URL
  /** A folder for temporary files. */
  folder: string
}

/** Fills the empty database with the example history, as if it had happened until now. */
export async function fillDatabase(context: ReplayContext, { examples, folder }: Folders, now: Temporal.Instant) {
  const { database } = context
  const time = Number(now.epochNanoseconds / 1_000n)
  const days = withArrivals(exampleDays(fileURLToPath(new URL('history.ndjson', examples)), now), time)
  const file = join(folder, 'history.ndjson')
  writeFileSync(file, days.imported.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await importHistory(database, openSync(file, 'r'), progressBar())
  await database.write(async (trx) => {
    // At any hour, the visitor sees the messages at once.
    await setEntity(trx, shownClinic, { ...contact, quiet_hours: JSON.stringify({ hours: [], holidays: [] }) })
    await setLogo(trx, shownClinic, readFileSync(new URL('logo.png', examples)))
  })
  await replay(context, days, time)
}
