import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryDatabase } from '../databases.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { openClinics } from './answering-clinics.ts'

const kills = process.env.LONG_DRILLS ? 50 : 8
const administrators = 4

interface AccessToken {
  id: string
  token: string
}

test.each(['sqlite', 'postgres'] as const)(
  `${kills} kills while four administrators work leave no half-made entity, token or change (%s)`,
  async (engine) => {
    /** Of requests whose response arrived. */
    const acknowledged = { inForce: [] as AccessToken[], revoked: [] as AccessToken[], names: new Set<string>() }
    const folder = temporaryFolder()
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'rollcall.db')}` : await temporaryDatabase()
    const { database, token, env } = await openClinics(url, ['a'])
    let server = await serveRollcall(env, [], folder)
    const ending = new AbortController()
    const working = Array.from({ length: administrators }, (_, index) => administer(`admin-${index}`))
    for (let killed = 0; killed < kills; killed++) {
      // On a busy machine, the start alone takes seconds.
      const added = acknowledged.names.size
      await expect.poll(() => acknowledged.names.size, { timeout: 120_000 }).toBeGreaterThan(added + 1)
      await delay(300 + Math.random() * 700)
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      server = await serveRollcall(env, [], folder)
    }
    ending.abort()
    await Promise.all(working)

    // Each entity is whole, and its history leads from its beginning to its present state.
    const entities = (await (await request('GET', '/v1/entities'))!.json()) as { id: string; name: string }[]
    expect(new Set(entities.map(({ id }) => id)).isSupersetOf(acknowledged.names)).toBe(true)
    let changes = 0
    for (const { id } of entities) {
      const path = `/v1/entities/${id}`
      const entity = await (await request('GET', path))!.json()
      const all = (await (await request('GET', `${path}/history?limit=1000`))!.json()) as Change[]
      const history = all.filter(({ resource }) => resource === 'entity')
      changes += history.length
      for (const [index, change] of history.entries())
        expect(change.after).toEqual(index === 0 ? entity : history[index - 1]!.before)
    }
    expect(changes).toBeGreaterThan(kills)

    // Each acknowledged token works, or was revoked. No token has half of its grant.
    const works = async (one: AccessToken) =>
      (await fetch(`${server.address}/v1/access-token`, { headers: { authorization: `Bearer ${one.token}` } })).status
    for (const one of acknowledged.inForce) expect([one.id, await works(one)]).toEqual([one.id, 200])
    for (const one of acknowledged.revoked) expect([one.id, await works(one)]).toEqual([one.id, 401])
    const rows = await database.selectFrom('access_tokens').selectAll().where('all_entities', '=', 0).execute()
    const grants = await database.selectFrom('access_token_entities').selectAll().execute()
    for (const { access_token_id, replaced_by } of rows) {
      expect(grants.filter((grant) => grant.access_token_id === access_token_id)).toHaveLength(1)
      if (replaced_by !== null) expect(rows.map((row) => row.access_token_id)).toContain(replaced_by)
    }
    console.log(
      `${engine}: ${kills} kills; ${entities.length} entities, ${changes} changes, ${rows.length} access tokens, of which ${acknowledged.revoked.length} revoked`,
    )

    interface Change {
      resource: string
      before: unknown
      after: unknown
    }

    /** Adds entities and changes them, and creates, rotates and revokes access tokens. Goes on after a lost response. */
    async function administer(name: string) {
      for (let number = 0; !ending.signal.aborted; number++) {
        const id = `${name}-${number}`
        const added = await request('POST', '/v1/entities', { id, name: id, time_zone: 'Europe/Lisbon' })
        if (!added) continue
        acknowledged.names.add(id)
        for (let step = 0; step < 3; step++)
          await change(id, { name: `${id} ${step}`, phone: step === 1 ? null : '213 000 000' })
        const grant = { name: id, scopes: ['actions:read'], entities: [id] }
        const created = await create('/v1/access-tokens', grant)
        if (!created) continue
        const rotated = await create(`/v1/access-tokens/${created.id}/rotation`, {})
        if (rotated) acknowledged.inForce.push(rotated)
        const revoked = await request('DELETE', `/v1/access-tokens/${created.id}`)
        if (revoked?.status === 204) acknowledged.revoked.push(created)
      }
    }

    /** Changes an entity as the other administrators do, who may be faster. */
    async function change(id: string, changes: object) {
      const etag = (await request('GET', `/v1/entities/${id}`))?.headers.get('etag')
      if (etag) await request('PATCH', `/v1/entities/${id}`, changes, { 'if-match': etag })
    }

    async function create(path: string, body: object) {
      const response = await request('POST', path, body)
      return response && ((await response.json()) as AccessToken)
    }

    /** Returns undefined if the process was killed meanwhile. */
    async function request(method: string, path: string, body?: object, headers = {}) {
      try {
        const response = await fetch(server.address + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        if (!response.ok) expect([path, response.status]).toEqual([path, 503])
        return response.ok ? response : undefined
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await delay(20)
        return undefined
      }
    }
  },
)
