import { sql } from 'kysely'
import { expect } from 'vitest'
import { serviceTest } from '../../../test/rollcall.ts'
import { entityOf } from './entity-of.ts'

serviceTest('finds the entity that a statement or its subselect compares with a value', async ({ database }) => {
  const actions = database.selectFrom('actions').select('record').where('sequence', '>', 1)
  const ofEntity = actions.where('actions.entity_id', '=', 'a')
  const nested = database.selectFrom(ofEntity.as('own')).selectAll().where('record', '!=', '')
  const update = database.updateTable('entities').set({ name: 'x' }).where('entity_id', '=', 'b')
  const joined = sql`select record from ${ofEntity} as rows`
  const named = [ofEntity, nested, update, database.deleteFrom('actions').where('entity_id', '=', 'c'), joined]
  expect(named.map((one) => entityOf(one.toOperationNode()))).toEqual(['a', 'a', 'b', 'c', 'a'])
  const others = [actions, actions.where('entity_id', 'in', ['a', 'b']), actions.where('entity_id', '>', 'a')]
  expect(others.map((one) => entityOf(one.toOperationNode()))).toEqual([undefined, undefined, undefined])
})
