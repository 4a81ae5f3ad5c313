import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Id } from '../../entities/entity-properties.ts'
import { authorOf } from '../../entities/history/change-resource.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { requireIfMatch, sendVersion } from '../../platform/http/entity-tag.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { requireOwnRights } from '../credentials/own-rights.ts'
import { reservedName } from '../credentials/reserved-name.ts'
import { rightsFaults, unknownEntities } from '../credentials/rights.ts'
import { folded, rightsOf } from './account.ts'
import { AccountHistory, listAccountChanges } from './account-changes.ts'
import {
  Account,
  AccountChange,
  AccountLink,
  accountRecord,
  InvitedAccount,
  NewAccount,
  settableOf,
} from './account-record.ts'
import type { NewLink } from './link.ts'
import {
  changeAccount,
  inviteAccount,
  linkAccount,
  listAccounts,
  maxAccounts,
  removeAccount,
  requireAccount,
} from './manage-accounts.ts'
import { scopesOf } from './roles.ts'

const access = { scope: 'admin', entities: 'own' } as const
const tags = ['administration']
const params = Type.Object({ account_id: Id })
const path = '/v1/accounts'

const list = {
  config: { ...access, responses: { 200: json('The accounts, by name.', Type.Array(Account)) } },
  schema: {
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'Lists the people who sign in with a passkey or a password, and are only for entities of the credential.',
    tags,
  },
} as const

const invite = {
  config: {
    ...access,
    problems: ['account-exists', 'too-many-accounts', 'exceeds-own-rights'],
    responses: { 201: json('The account, with its link.', InvitedAccount) },
  },
  schema: {
    operationId: 'inviteAccount',
    summary: 'Invite a person',
    description: `With a role whose scopes and entities the credential has itself. The response shows the link once: the service stores only its hash. It works once, within seven days. There are at most ${maxAccounts} accounts.`,
    tags,
    body: NewAccount,
  },
} as const

const get = {
  config: { ...access, problems: ['account-not-found'], responses: { 200: json('The account.', Account, 'ETag') } },
  schema: { operationId: 'getAccount', summary: 'Get an account', tags, params },
} as const

const put = {
  config: {
    ...access,
    requestHeaders: ['If-Match'],
    problems: ['account-not-found', 'account-exists', 'precondition-required', 'exceeds-own-rights'],
    responses: { 200: json('The account.', Account, 'ETag') },
  },
  schema: {
    operationId: 'changeAccount',
    summary: 'Change an account',
    description:
      'Replaces its name, address, role and entities. The rights of its sessions follow within five seconds. The sessions of a suspended account end. Needs `If-Match`.',
    tags,
    params,
    body: AccountChange,
  },
} as const

const remove = {
  config: { ...access, problems: ['account-not-found'], responses: { 204: response('The account is removed.', {}) } },
  schema: {
    operationId: 'removeAccount',
    summary: 'Remove an account',
    description: 'Its sessions end within five seconds.',
    tags,
    params,
  },
} as const

const link = {
  config: {
    ...access,
    problems: ['account-not-found', 'exceeds-own-rights'],
    responses: { 201: json('The link.', AccountLink) },
  },
  schema: {
    operationId: 'createAccountLink',
    summary: 'Make a link for an account',
    description:
      'For a person whose invitation is over, or who lost the passkey or the password. Its use replaces them all, and ends the other sessions. The link before stops working. Needs the rights of the account.',
    tags,
    params,
  },
} as const

const changes = {
  config: {
    scope: 'admin',
    entities: 'all',
    responses: { 200: json('The latest 100 changes, the newest first.', Type.Array(AccountHistory)) },
  },
  schema: {
    operationId: 'listAccountChanges',
    summary: 'List the changes of accounts',
    description: 'Says who invited, changed and removed whom. Needs a credential for all entities.',
    tags,
  },
} as const

/** Administrators invite people, and change their rights. */
export const accountRoutes: Feature = (app, { database, clock, origin }) => {
  /** @throws Problem invalid-body, exceeds-own-rights */
  async function requireGrantable(request: FastifyRequest, given: NewAccount) {
    const isReserved = folded(given.name) === reservedName
    throwIfFaulty([
      ...rightsFaults(given, ''),
      ...(isReserved ? [{ pointer: '/name', reason: 'is reserved for actions of contacts' }] : []),
    ])
    await requireOwnRights(request, { scopes: scopesOf(given.role), entities: given.entities ?? 'all' })
    throwIfFaulty(await unknownEntities(database, new Map([['', given]])))
  }

  const shownLink = ({ path, expiresAt }: NewLink): AccountLink => ({
    url: origin() + path,
    expires_at: formatInstant(expiresAt),
  })

  const ownAccount = async (request: FastifyRequest, id: string) =>
    requireAccount(database, await request.credentialEntities(), id)

  app.get(path, list, async (request) =>
    (await listAccounts(database, await request.credentialEntities())).map((row) => accountRecord(row, clock.now())),
  )

  app.post(path, invite, async (request, reply) => {
    await requireGrantable(request, request.body)
    const { row, link } = await inviteAccount(database, clock, request.body, request.credentialName)
    return reply.code(201).send({ ...accountRecord(row, clock.now()), link: shownLink(link) } satisfies InvitedAccount)
  })

  app.get(`${path}/:account_id`, get, async (request, reply) => {
    const row = await ownAccount(request, request.params.account_id)
    return sendVersion(reply, accountRecord(row, clock.now()), settableOf(row))
  })

  app.put(`${path}/:account_id`, put, async (request, reply) => {
    requireIfMatch(request)
    const { account_id } = await ownAccount(request, request.params.account_id)
    await requireGrantable(request, request.body)
    const row = await changeAccount(database, clock, account_id, request.body, authorOf(request))
    return sendVersion(reply, accountRecord(row, clock.now()), settableOf(row))
  })

  app.delete(`${path}/:account_id`, remove, async (request, reply) => {
    const { account_id } = await ownAccount(request, request.params.account_id)
    await removeAccount(database, clock, account_id, request.credentialName)
    return reply.code(204).send()
  })

  app.post(`${path}/:account_id/link`, link, async (request, reply) => {
    const row = await ownAccount(request, request.params.account_id)
    await requireOwnRights(request, rightsOf(row))
    const made = await linkAccount(database, clock, row.account_id, request.credentialName)
    return reply.code(201).send(shownLink(made))
  })

  app.get('/v1/account-changes', changes, () => listAccountChanges(database))
}
