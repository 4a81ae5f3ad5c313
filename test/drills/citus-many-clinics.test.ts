import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect, connectForCommand } from '../../src/platform/database/connect.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type Node, nodesOf, placeOf, serverOf, TEST_CITUS_URL } from '../citus.ts'
import { emptyCitusDatabase } from '../databases.ts'
import { query } from '../postgres-server.ts'
import { bootRollcall } from '../rollcall.ts'
import { item, submission } from '../submission.ts'

// With 50,000, a statement that names each available clinic does not end in time.
const clinics = process.env.LONG_DRILLS ? 200_000 : 2_000
const uid = '+351912345678'

const skipped = TEST_CITUS_URL ? '' : ' (skipped: TEST_CITUS_URL is not set)'

test.skipIf(!TEST_CITUS_URL)(
  `with ${clinics} clinics and a lost worker node, the clinics on the two other nodes are listed in order, and get their texts and answers${skipped}`,
  async () => {
    const url = await emptyCitusDatabase()
    const [coordinator, first] = (await nodesOf(url)) as [Node, Node]
    const { host, port } = coordinator
    await query(url, `select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', true)`)
    await addClinics(url)
    const lost = await serverOf(first)
    onTestFinished(lost.start)
    const { get, post, deliver, incoming, database, tokenFor } = await bootRollcall({ url, open: connect })
    for (const id of idsWithTexts) {
      const { statusCode } = await post(`/v1/notifications/${id}`, submission(item({ addresses })))
      expect(statusCode).toBe(202)
    }

    const { token } = await tokenFor({ entities: idsWithTexts })

    await lost.kill()
    await expect.poll(() => database.engine.cluster!.lost, { timeout: 10_000 }).toEqual([`${first.host}:${first.port}`])
    const available = await clinicsExceptOn(url, first)
    const listed = (await get('/v1/entities?limit=500')).json().map(({ id }: { id: string }) => id)
    const all = Array.from({ length: clinics }, (_, number) => idOf(number))
    expect(listed).toEqual(all.filter((id) => database.engine.cluster!.isAvailable(id)).slice(0, 500))
    const granted = await get('/v1/entities', { authorization: `Bearer ${token}` })
    expect(granted.json().map(({ id }: { id: string }) => id)).toEqual(available)

    expect(await deliver()).toBe(available.length)
    // The texts of the lost node may await the answer, so the gateway sends it again.
    await expect(incoming.reply({ uid, text: 'STOP', isPart: false })).rejects.toThrow('Database unavailable')
    await lost.start()
    await expect.poll(() => database.engine.cluster!.lost, { timeout: 60_000 }).toBe(undefined)
    const { rows } = await query(url, 'select entity_id from opt_outs order by entity_id')
    expect(rows.map(({ entity_id }) => entity_id)).toEqual(available)
  },
  300_000,
)

const addresses = [{ channel: 'mobile' as const, uid }]

const idOf = (number: number) => `clinic-${String(number).padStart(6, '0')}`

const idsWithTexts = Array.from({ length: 12 }, (_, number) => idOf(number))

async function addClinics(url: string) {
  const database = await connectForCommand(url)
  await migrate(database)
  await sql`
    insert into entities (entity_id, name, time_zone, language)
    select 'clinic-' || lpad(number::text, 6, '0'), 'Clinic', 'Europe/Lisbon', 'pt-PT'
    from generate_series(0, ${sql.lit(clinics - 1)}) as number`.execute(database)
  await database.destroy()
}

/** Returns the clinics with texts on the other nodes. */
async function clinicsExceptOn(url: string, node: Node) {
  const places = await Promise.all(idsWithTexts.map((id) => placeOf(url, id)))
  return idsWithTexts.filter((_, number) => places[number]!.port !== node.port)
}
