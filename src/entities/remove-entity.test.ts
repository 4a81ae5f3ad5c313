import { expect } from 'vitest'
import { entity, history } from '../../test/history.ts'
import { eachEngine, serviceTest } from '../../test/rollcall.ts'
import { findEntity, listEntities } from './entity.ts'
import { removeEntity } from './remove-entity.ts'

eachEngine(
  'an entity without data is removed, with its logo, its webhooks and the grants of access tokens',
  async (rollcall) => {
    const { database, clock, given, tokenFor, post } = rollcall
    await given(entity(), entity({ id: 'clinica-porto' }))
    await tokenFor({ entities: ['clinica-lisboa', 'clinica-porto'] })
    await database.insertInto('entity_logos').values({ entity_id: 'clinica-lisboa', png: '' }).execute()
    const key = {
      category: 'medical',
      target: 'appointment',
      channel: 'mobile',
      kind: 'notice',
      language: 'en',
    } as const
    const template = { ...key, version: 1, subject: null, text: '{link}', changed_at: 0, changed_by: 'test' }
    await database
      .insertInto('templates')
      .values({ entity_id: 'clinica-lisboa', ...template })
      .execute()
    const { id } = (await post('/v1/webhooks/clinica-lisboa', { url: 'https://webhook.invalid/' })).json()
    await post(`/v1/webhooks/clinica-lisboa/${id}/test`)
    expect(await removeEntity(database, clock, 'clinica-lisboa')).toEqual([])
    expect(await findEntity(database, 'clinica-lisboa')).toBeUndefined()
    expect(await findEntity(database, 'clinica-porto')).toBeDefined()
    const granted = await database.selectFrom('access_token_entities').select('entity_id').execute()
    expect(granted).toEqual([{ entity_id: 'clinica-porto' }])
  },
)

eachEngine('the audit of a removed entity stays until its own end', async (rollcall) => {
  const { database, clock, audit, given, get } = rollcall
  await given(entity())
  expect((await get('/v1/opt-outs/clinica-lisboa')).statusCode).toBe(200)
  await audit.flush()
  expect(await removeEntity(database, clock, 'clinica-lisboa')).toEqual([])
  const entries = await database.selectFrom('audit_entries').select(['entity_id', 'operation']).execute()
  expect(entries).toContainEqual({ entity_id: 'clinica-lisboa', operation: 'listOptOuts' })
})

eachEngine('an entity with data stays', async ({ database, clock, given }) => {
  await given(...history())
  const data = await removeEntity(database, clock, 'clinica-lisboa')
  expect(data.map(({ table, rows }) => `${table}: ${rows}`).sort()).toEqual([
    'actions: 1',
    'checkin_tokens: 1',
    'events: 1',
    'notifications: 1',
  ])
  expect(await findEntity(database, 'clinica-lisboa')).toBeDefined()
})

serviceTest('the id of a removed entity is not used again', async ({ database, clock, given, post }) => {
  await given(entity(), entity({ id: 'b' }))
  expect(await removeEntity(database, clock, 'b')).toEqual([])
  const again = await post('/v1/entities', { id: 'b', name: 'B', time_zone: 'UTC' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'entity-exists'])
  await expect(given(entity({ id: 'c' }), entity({ id: 'b' }))).rejects.toThrow('has the id of a removed entity')
  expect((await listEntities(database)).map(({ id }) => id)).toEqual(['clinica-lisboa'])
})

serviceTest('only administrators of all entities see a token without entities', async (rollcall) => {
  const { database, clock, given, tokenFor, get } = rollcall
  await given(entity(), entity({ id: 'b' }))
  const { token } = await tokenFor({ name: 'own', entities: ['clinica-lisboa'] })
  await tokenFor({ name: 'left', entities: ['b'] })
  await removeEntity(database, clock, 'b')
  const names = async (headers = {}) =>
    (await get('/v1/access-tokens', headers)).json().map(({ name }: { name: string }) => name)
  expect(await names({ authorization: `Bearer ${token}` })).toEqual(['own'])
  expect((await names()).sort()).toEqual(['left', 'own', 'test'])
})
