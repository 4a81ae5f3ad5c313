import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../platform/errors/errors.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import { cookie } from '../sessions/cookie.ts'
import { entitiesOf, hashSecret, type StartedSession } from '../sessions/session.ts'
import { requireSameOrigin, sessionCookie } from '../sessions/session-cookie.ts'
import { type AccountRow, folded, signInNameOf } from './account.ts'
import { findByLink } from './link.ts'
import { CreatedPasskey, UsedPasskey } from './passkey-response.ts'
import { hashPassword } from './password.ts'
import { joinWithLink } from './secure-account.ts'
import { signInWithPasskey, signInWithPassword } from './sign-in.ts'

const strict = { additionalProperties: false } as const
const typed = (maxLength: number) => Type.String({ maxLength })
const secret = typed(64)
/** Longer than a password may be: the check of it says so. */
const password = typed(1_024)

const hidden = { hide: true } as const
const withPassword = { schema: { ...hidden, body: Type.Object({ name: typed(300), password }, strict) } } as const
const withPasskey = { schema: { ...hidden, body: UsedPasskey } } as const
const withLink = { schema: { ...hidden, body: Type.Object({ secret }, strict) } } as const
const joinByPassword = { schema: { ...hidden, body: Type.Object({ secret, password }, strict) } } as const
const joinByPasskey = { schema: { ...hidden, body: Type.Object({ secret, passkey: CreatedPasskey }, strict) } } as const

/** Sends the cookie of a new session. Its secret is new, so that nobody can have set it before. */
export const sendSession = (reply: FastifyReply, { secret }: StartedSession) =>
  reply.code(204).header('Set-Cookie', cookie(sessionCookie, secret)).send()

/** Checks a new password.
 *  @throws Problem invalid-body */
export async function requireSuitable(password: string, { name, sign_in_name }: AccountRow) {
  // A sign-in does not load the list.
  const { unsuitable } = await import('./unsuitable-password.ts')
  const reason = unsuitable(password, [name, sign_in_name, ...sign_in_name.split('@').slice(0, 1)])
  throwIfFaulty(reason ? [{ pointer: '/password', reason }] : [])
}

/** The sign-in with accounts, for the pages. Wrong links, passkeys and passwords use up the misses of the address. */
export const accountSignInRoutes: Feature = (app, context) => {
  const { database, clock, config, origin, addressBudgets, countAttempt } = context
  if (!config.hasAccounts) return
  app.register(async (instance) => {
    const pages = instance.withTypeProvider<TypeBoxTypeProvider>()
    declareRoutesPublic(instance, { budget: 'sign-in', personal: 'none' })
    pages.addHook('preValidation', async (request) => {
      requireSameOrigin(request, origin())
      addressBudgets.requireFewMisses(request)
    })

    pages.post('/sign-in/password', withPassword, async (request, reply) => {
      const { name, password } = request.body
      countAttempt(folded(name))
      return sendSession(reply, await signInWithPassword(database, clock, folded(name), password))
    })

    pages.post('/sign-in/passkey-options', { schema: hidden }, async () => {
      const { requestOptions } = await import('./passkey.ts')
      return requestOptions(context)
    })

    pages.post('/sign-in/passkey', withPasskey, async (request, reply) =>
      sendSession(reply, await signInWithPasskey(context, request.body)),
    )

    pages.post('/sign-in/invitation', withLink, async (request) => {
      const row = await requireLink(request.body.secret)
      return {
        name: row.name,
        sign_in_name: signInNameOf(row),
        role: row.role,
        by: row.link_by,
        is_new: row.joined_at === null,
        clinics: await clinicsOf(row),
      }
    })

    pages.post('/sign-in/invitation/passkey-options', withLink, async (request) => {
      const { secret } = request.body
      const row = await requireLink(secret)
      const { creationOptions } = await import('./passkey.ts')
      return creationOptions(context, purposeOf(secret), row, [])
    })

    pages.post('/sign-in/invitation/passkey', joinByPasskey, async (request, reply) => {
      const { secret, passkey: response } = request.body
      await requireLink(secret)
      const { verifyCreation } = await import('./passkey.ts')
      const passkey = await verifyCreation(context, purposeOf(secret), response)
      if (!passkey) throw new Problem('not-signed-in')
      return sendSession(reply, await joinWithLink(database, clock, secret, { passkey }))
    })

    pages.post('/sign-in/invitation/password', joinByPassword, async (request, reply) => {
      const { secret, password } = request.body
      await requireSuitable(password, await requireLink(secret))
      const passwordHash = await hashPassword(password)
      return sendSession(reply, await joinWithLink(database, clock, secret, { passwordHash }))
    })
  })

  /** @throws Problem invitation-over */
  async function requireLink(secret: string): Promise<AccountRow> {
    const row = await findByLink(database, clock, secret)
    if (!row) throw new Problem('invitation-over')
    return row
  }

  async function clinicsOf(row: AccountRow): Promise<string[] | 'all'> {
    const ids = entitiesOf(row)
    if (ids === 'all') return 'all'
    const found = await database
      .selectFrom('entities')
      .select('name')
      .where(database.engine.isAmong('entity_id', ids))
      .orderBy('name')
      .execute()
    return found.map(({ name }) => name)
  }
}

/** A challenge for one link is of no use with another. */
const purposeOf = (secret: string) => `invitation ${hashSecret(secret)}`
