import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { formatInstant, minutes } from '../../platform/time/instant.ts'
import { findSession } from '../sessions/session.ts'
import { type AccountRow, accountIssuer, findAccount, lockAccount, signInNameOf } from './account.ts'
import { recordAccountChange } from './account-changes.ts'
import { CreatedPasskey } from './passkey-response.ts'
import { hashPassword } from './password.ts'
import { addProof } from './secure-account.ts'
import { requireSuitable, sendSession } from './sign-in-routes.ts'

// A person who finds an open page changes nothing that lasts.
const freshMicros = minutes(15)

const config = { scope: 'any' } as const
const hide = true
const strict = { additionalProperties: false } as const
const setPassword = {
  config,
  schema: { hide, body: Type.Object({ password: Type.String({ maxLength: 1_024 }) }, strict) },
} as const
const addPasskey = { config, schema: { hide, body: CreatedPasskey } } as const
const removePasskey = {
  config,
  schema: { hide, params: Type.Object({ passkey_id: Type.String({ maxLength: 2_048 }) }) },
} as const

/** The account of the person who signed in, for its page. */
export const ownAccountRoutes: Feature = (app, context) => {
  const { database, clock } = context
  if (!context.config.hasAccounts) return
  const path = '/sign-in/account'

  /** @throws Problem account-not-found for an access token or a person of the identity provider */
  async function requireOwn({ credentialId }: FastifyRequest) {
    const session = await findSession(database, credentialId)
    const row = session?.issuer === accountIssuer ? await findAccount(database, session.subject) : undefined
    if (!session || !row) throw new Problem('account-not-found')
    return { row, session }
  }

  /** @throws Problem account-not-found, sign-in-again */
  async function requireFresh(request: FastifyRequest): Promise<AccountRow> {
    const { row, session } = await requireOwn(request)
    if (session.created_at + freshMicros <= clock.now()) throw new Problem('sign-in-again')
    return row
  }

  const passkeysOf = ({ account_id }: AccountRow) =>
    database.selectFrom('passkeys').selectAll().where('account_id', '=', account_id).orderBy('created_at').execute()

  const purposeOf = ({ account_id }: AccountRow) => `account ${account_id}`

  app.get(path, { config, schema: { hide } }, async (request) => {
    const { row } = await requireOwn(request)
    const passkeys = await passkeysOf(row)
    return {
      name: row.name,
      sign_in_name: signInNameOf(row),
      role: row.role,
      has_password: row.password_hash !== null,
      passkeys: passkeys.map(({ passkey_id, created_at, used_at }) => ({
        id: passkey_id,
        created_at: formatInstant(created_at),
        ...(used_at !== null && { used_at: formatInstant(used_at) }),
      })),
    }
  })

  app.put(`${path}/password`, setPassword, async (request, reply) => {
    const row = await requireFresh(request)
    await requireSuitable(request.body.password, row)
    const passwordHash = await hashPassword(request.body.password)
    return sendSession(reply, await addProof(database, clock, row.account_id, { passwordHash }))
  })

  app.post(`${path}/passkey-options`, { config, schema: { hide } }, async (request) => {
    const row = await requireFresh(request)
    const { creationOptions } = await import('./passkey.ts')
    return creationOptions(context, purposeOf(row), row, await passkeysOf(row))
  })

  app.post(`${path}/passkeys`, addPasskey, async (request, reply) => {
    const row = await requireFresh(request)
    const { verifyCreation } = await import('./passkey.ts')
    const passkey = await verifyCreation(context, purposeOf(row), request.body)
    if (!passkey) throw new Problem('sign-in-again')
    return sendSession(reply, await addProof(database, clock, row.account_id, { passkey }))
  })

  app.delete(`${path}/passkeys/:passkey_id`, removePasskey, async (request, reply) => {
    const { account_id, name } = await requireFresh(request)
    await database.write(async (trx) => {
      const row = await lockAccount(trx, account_id)
      const { count } = await trx
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('account_id', '=', account_id)
        .executeTakeFirstOrThrow()
      // Nothing would be left with which to sign in.
      if (row?.password_hash === null && Number(count) <= 1) throw new Problem('last-passkey')
      await trx
        .deleteFrom('passkeys')
        .where('account_id', '=', account_id)
        .where('passkey_id', '=', request.params.passkey_id)
        .execute()
      await recordAccountChange(trx, clock.now(), account_id, { by: name, what: 'secured' })
    })
    return reply.code(204).send()
  })
}
