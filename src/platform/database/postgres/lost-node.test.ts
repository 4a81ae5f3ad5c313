import { expect, test } from 'vitest'
import { entity } from '../../../../test/history.ts'
import { bootRollcall, type Rollcall } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import type { Cluster } from '../database.ts'

const uid = '+351912345678'

/** Two clinics on PostgreSQL, each with a text to the same telephone that is due. */
async function twoClinics() {
  const rollcall = await bootRollcall({ engine: 'postgres' })
  await rollcall.given(entity({ id: 'here' }), entity({ id: 'there' }))
  for (const id of ['here', 'there']) {
    expect((await rollcall.post(`/v1/notifications/${id}`, submission(item()))).statusCode).toBe(202)
  }
  return rollcall
}

/** Simulates what the process knows of a cluster that has lost the node of the clinic `there`. */
function loseNode({ database }: Rollcall) {
  const tables = ['entities', 'notifications', 'deliveries', 'webhooks'].map(
    (name) => `${name} as (select * from public.${name} where entity_id = 'here')`,
  )
  const cluster: Cluster = {
    missesRows: true,
    select: async ({ sql, parameters }) => database.engine.read({ sql: `with ${tables} ${sql}`, parameters }),
  }
  database.engine.cluster = cluster
}

const deliveries = ({ database }: Rollcall) =>
  database.selectFrom('deliveries').select(['entity_id', 'state']).orderBy('entity_id').execute()

test('the list of entities omits those of the node, and the service stays ready', async () => {
  const rollcall = await twoClinics()
  loseNode(rollcall)
  expect((await rollcall.get('/readyz')).json()).toEqual({ status: 'ok' })
  expect((await rollcall.get('/v1/entities')).json()).toMatchObject([{ id: 'here' }])
})

test('the deliveries of the other entities go on', async () => {
  const rollcall = await twoClinics()
  loseNode(rollcall)
  expect(await rollcall.deliver()).toBe(1)
  expect(await deliveries(rollcall)).toEqual([
    { entity_id: 'here', state: 'sent' },
    { entity_id: 'there', state: 'pending' },
  ])
})

test('an opt-out by text applies at once, and the gateway sends it again for the entities of the lost node', async () => {
  const rollcall = await twoClinics()
  await rollcall.deliver()
  loseNode(rollcall)
  await expect(rollcall.incoming.reply({ uid, text: 'STOP', isPart: false })).rejects.toThrow('Database unavailable')
  const optOuts = () => rollcall.database.selectFrom('opt_outs').select('entity_id').orderBy('entity_id').execute()
  expect(await optOuts()).toEqual([{ entity_id: 'here' }])
  delete rollcall.database.engine.cluster
  await rollcall.incoming.reply({ uid, text: 'STOP', isPart: false })
  expect(await optOuts()).toEqual([{ entity_id: 'here' }, { entity_id: 'there' }])
})

test('the gateway gets 503 for a receipt or text that may belong to the lost node, and sends it again', async () => {
  const rollcall = await twoClinics()
  loseNode(rollcall)
  const unknown = '+351910000000'
  await expect(rollcall.incoming.receipt(['m-1'], unknown, { outcome: 'delivered' })).rejects.toThrow(
    'Database unavailable',
  )
  await expect(rollcall.incoming.reply({ uid: unknown, text: 'sim', isPart: false })).rejects.toThrow(
    'Database unavailable',
  )
})
