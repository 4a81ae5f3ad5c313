import { expect } from 'vitest'
import { removeEntity } from '../../src/entities/remove-entity.ts'
import { entity } from '../history.ts'
import { resultOf } from './probes.ts'
import { adminRefusal, refusal } from './rights.ts'
import { anyHolder, compare, ids, pick, type Run, send } from './run.ts'
import { tokensOf } from './token-steps.ts'

export async function addEntity(run: Run) {
  const { world } = run
  const by = anyHolder(run)
  const id = pick(run, ids)
  const response = await send(run, by, 'POST', '/v1/entities', { id, name: id, time_zone: 'UTC' })
  const taken = world.existing.has(id) || world.removed.has(id) ? 'entity-exists' : 201
  const expected = adminRefusal(world, by) ?? (by.entities === 'all' ? taken : 'all-entities-required')
  compare(`add ${id}`, by, resultOf(response), expected)
  if (expected === 201) world.existing.add(id)
}

/** By command, as an operator does. */
export async function removeOrImportEntity(run: Run) {
  const { world, rollcall } = run
  const id = pick(run, ids)
  if (world.existing.has(id)) {
    expect(await removeEntity(rollcall.database, rollcall.clock, id)).toEqual([])
    world.existing.delete(id)
    world.removed.add(id)
    // A token loses the entity. The list of a session stays, and names nothing.
    for (const token of tokensOf(world))
      if (token.entities !== 'all') token.entities = token.entities.filter((one) => one !== id)
  } else {
    const imported = await rollcall.given(entity({ id })).then(
      () => 'imported',
      () => 'refused',
    )
    expect([id, imported]).toEqual([id, world.removed.has(id) ? 'refused' : 'imported'])
    if (imported === 'imported') world.existing.add(id)
  }
}

export async function retireOrRestore(run: Run) {
  const { world, rollcall } = run
  const by = anyHolder(run)
  const id = pick(run, ids)
  const refused =
    refusal(world, by, ['admin']) ?? (by.kind === 'test' ? 'test-token' : refusal(world, by, ['admin'], id))
  if (run.random(2) === 0) {
    const { etag = '"none"' } = (await rollcall.get(`/v1/entities/${id}`)).headers
    const response = await send(run, by, 'DELETE', `/v1/entities/${id}`, undefined, { 'if-match': String(etag) })
    compare(`retire ${id}`, by, resultOf(response), refused ?? 200)
  } else {
    const response = await send(run, by, 'POST', `/v1/entities/${id}/restoration`)
    compare(`restore ${id}`, by, resultOf(response), refused ?? 200)
  }
}
