import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setEntity } from '../../entities/entity.ts'
import { setLogo } from '../../entities/logo.ts'
import { projectFile } from '../../platform/project-file.ts'
import { importHistory } from '../../systems/import/import-history.ts'
import { progressBar } from '../terminal.ts'
import { withArrivals } from './arrivals.ts'
import { exampleDays, shownClinic } from './example-days.ts'
import { type ReplayContext, replay } from './replay.ts'

const contact = { phone: '+351 900 000 000', address: 'Rua do Exemplo 12, 1100-000 Lisboa' }

/** Fills the empty database with the example history, as if it had happened until now.
 *  @param folder for temporary files */
export async function fillDatabase(context: ReplayContext, folder: string, now: Temporal.Instant) {
  const { database, secret } = context
  const time = Number(now.epochNanoseconds / 1_000n)
  const days = withArrivals(exampleDays(projectFile('examples/history.ndjson'), now), time)
  const file = join(folder, 'history.ndjson')
  writeFileSync(file, days.imported.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await importHistory(database, secret, openSync(file, 'r'), progressBar())
  await database.write(async (trx) => {
    // At any hour, the visitor sees the messages at once.
    await setEntity(trx, shownClinic, { ...contact, quiet_hours: JSON.stringify({ hours: [], holidays: [] }) })
    await setLogo(trx, shownClinic, readFileSync(projectFile('examples/logo.png')))
  })
  await replay(context, days, time)
}
