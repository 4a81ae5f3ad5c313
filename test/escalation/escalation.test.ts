import { expect } from 'vitest'
import { scopes } from '../../src/access/credentials/scope.ts'
import { seconds } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import { lyingProvider } from '../lying-provider.ts'
import { randomFrom } from '../random-from.ts'
import { bootRollcall, eachEngine, type Rollcall } from '../rollcall.ts'
import { compareRights, probe, probes } from './probes.ts'
import type { Holder, World } from './rights.ts'
import type { Run } from './run.ts'
import { takeStep } from './steps.ts'

// A failure names its seed: the same seed takes the same steps.
const [rounds, stepsPerRound, comparedHolders] = process.env.LONG_DRILLS ? [40, 300, 10] : [1, 120, 2]

for (let seed = 1; seed <= rounds; seed++) {
  eachEngine(
    `no credential has more than its origin held, or reaches a removed entity, after any of ${stepsPerRound} steps of random holders: seed ${seed}`,
    async ({ url }) => attack(url, seed),
  )
}

async function attack(url: string, seed: number) {
  const provider = await lyingProvider()
  const rollcall = await bootRollcall({ url, config: { signIn: provider.signIn } })
  await rollcall.given(entity({ id: 'a' }), entity({ id: 'b' }), entity({ id: 'c' }))
  const world: World = {
    now: () => rollcall.clock.now(),
    existing: new Set(['a', 'b', 'c']),
    removed: new Set(),
    rules: [],
    holders: [await firstToken(rollcall)],
  }
  const random = randomFrom(seed)
  const run: Run = { rollcall, provider, world, random, origin: await rollcall.listen() }
  let accepted = 0
  for (let step = 0; step < stepsPerRound; step++) {
    await takeStep(run)
    // The service caches grants for two seconds.
    rollcall.clock.time += seconds(3)
    for (const holder of someOf(world.holders, comparedHolders, random)) {
      await compareRights(rollcall, world, holder)
      const entities = [...world.existing, ...world.removed]
      const [probed, entity] = [probes[random(probes.length)]!, entities[random(entities.length)]!]
      if (await probe(rollcall, world, holder, probed, entity)) accepted++
    }
  }
  for (const holder of world.holders) {
    await compareRights(rollcall, world, holder)
    for (const entity of [...world.existing, ...world.removed]) {
      if (await probe(rollcall, world, holder, probes[random(probes.length)]!, entity)) accepted++
    }
  }
  // Refusals alone prove nothing.
  expect(accepted).toBeGreaterThan(20)
}

/** Returns the latest, and others by chance. */
const someOf = (holders: Holder[], count: number, random: Run['random']) =>
  holders.length <= count
    ? holders
    : [holders.at(-1)!, ...Array.from({ length: count - 1 }, () => holders[random(holders.length)]!)]

/** A token for everything: all others come from it, or from an access rule. */
async function firstToken({ tokenFor, clock }: Rollcall): Promise<Holder> {
  const { id, token } = await tokenFor({ name: 'first' })
  const times = { createdAt: clock.now(), expiresAt: null, isEnded: false }
  return { id, kind: 'token', headers: { authorization: `Bearer ${token}` }, scopes, entities: 'all', ...times }
}
