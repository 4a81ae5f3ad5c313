import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectForCommand } from '../../src/platform/database/connect.ts'
import { temporaryDatabase } from '../databases.ts'
import { openLink, printedLink } from '../first-start.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'

const kills = process.env.LONG_DRILLS ? 50 : 8

test.each(['sqlite', 'postgres'] as const)(
  `${kills} kills while the link of the first start is used leave it unused, or an invitation in its place (%s)`,
  async (engine) => {
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const outcomes = { unused: 0, used: 0 }
    for (let killed = 0; killed < kills; killed++) {
      const server = await serveRollcall({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) }, [], folder)
      const link = await printedLink(server)
      // A first request connects, and loads the words.
      await (await fetch(link)).text()
      const opening = openLink(link).then(
        ({ status }) => status,
        () => undefined,
      )
      // Half of the kills come after the response, the others at any time of the 20 to 60 ms that the request takes.
      if (killed % 2 === 0) await delay((killed / kills) * 60)
      else await opening
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      const status = await opening

      await using database = await connectForCommand(url)
      const links = await database.selectFrom('first_starts').select('secret_hash').execute()
      const invited = await database.selectFrom('accounts').select('link_hash').execute()
      expect(links.length + invited.length).toBe(1)
      if (status !== undefined) expect([status, links.length]).toEqual([303, 0])
      outcomes[links.length === 1 ? 'unused' : 'used']++
      await database.deleteFrom('accounts').execute()
    }
    expect(outcomes.unused).toBeGreaterThan(0)
    expect(outcomes.used).toBeGreaterThan(0)
    console.log(
      `${engine}: ${kills} kills; the link was unused ${outcomes.unused} times, and used ${outcomes.used} times`,
    )
  },
)
