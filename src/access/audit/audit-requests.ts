import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idPattern } from '../../entities/id-pattern.ts'
import { contactsOf, type NotedContacts, noContacts, together } from '../../platform/privacy/noted-contacts.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { lineOf } from './line.ts'
import type { AuditQueue } from './queue.ts'
import type { AuditRow } from './store-entries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    audited: AuditedRequest | null
  }
}

interface AuditedRequest {
  noted: NotedContacts | undefined
  /** When the request got its first entry, which is in the entry's key. */
  at: Instant | undefined
  outcome: string | undefined
}

/** Makes an entry for each request that uses the data of contacts, once it ends. A stream has an entry as soon as it has sent
 *  something. Returns the function that ends a request's entry, and returns what its log line has. */
export function auditRequests(app: FastifyInstance, queue: AuditQueue, clock: Clock) {
  const open = new Set<FastifyRequest>()
  app.decorateRequest('audited', null)
  app.decorateRequest('noteContacts', function (contacts) {
    const audited = stateOf(this)
    audited.noted = audited.noted ? together(audited.noted, contacts) : contacts
    open.add(this)
    queue.expectOpen()
  })
  queue.addOpen = () => {
    for (const request of open) {
      const { outcome = 'open' } = request.audited!
      const entry = entryOf(request, outcome, clock)
      if (entry) queue.add(entry.row)
    }
    open.clear()
  }

  return (request: FastifyRequest, { raw, statusCode, log }: FastifyReply) => {
    if (!isPersonal(request)) return undefined
    open.delete(request)
    const outcome = raw.headersSent ? String(statusCode) : 'disconnected'
    const entry = entryOf(request, outcome, clock)
    if (!entry) return undefined
    if (isUnnoted(request, outcome))
      log.error({ route: request.routeOptions.url }, 'A response has personal data, and does not say whose')
    stateOf(request).outcome = outcome
    queue.add(entry.row)
    return lineOf(entry.row, entry.contacts)
  }
}

const stateOf = (request: FastifyRequest): AuditedRequest => {
  request.audited ??= { noted: undefined, at: undefined, outcome: undefined }
  return request.audited
}

const isPersonal = ({ routeOptions: { config } }: FastifyRequest) =>
  config.personal === 'contact' || config.personal === 'contacts'

/** Returns the entry of a request; undefined if nobody was recognised, or no entity was named: anybody could send such requests.
 *  A provider has no credential: the reports that it sends have entries of their own. */
function entryOf(request: FastifyRequest, outcome: string, clock: Clock) {
  const entityId = request.entityId || (request.params as { entity_id?: string } | null)?.entity_id
  const who = actorOf(request)
  if (!who || entityId === undefined || !isEntityId.test(entityId)) return undefined
  const { schema, url } = request.routeOptions
  const state = stateOf(request)
  state.at ??= clock.now()
  const contacts = contactsOfRequest(request, outcome)
  const row: AuditRow = {
    entity_id: entityId,
    at: state.at,
    entry_id: request.id,
    ...who,
    operation: schema?.operationId ?? `${request.method} ${url}`,
    notification_ids: contacts.ids ? JSON.stringify(contacts.ids) : null,
    contacts: contacts.count,
    outcome,
  }
  return { row, contacts }
}

const isEntityId = new RegExp(idPattern)

/** The name of a credential is only for an entity that has admitted it. */
function actorOf({ credentialId, credentialName, isOfPerson, entityId }: FastifyRequest) {
  if (credentialId)
    return {
      who: isOfPerson ? ('person' as const) : ('credential' as const),
      who_id: credentialId,
      who_name: entityId ? credentialName : null,
    }
  return entityId ? { who: 'contact' as const, who_id: null, who_name: null } : undefined
}

/** Returns what the route has noted, or else the notification in the path. A refused request may name anything there: only an id
 *  in the form of ours counts. */
function contactsOfRequest({ audited, params }: FastifyRequest, outcome: string): NotedContacts {
  if (audited?.noted) return audited.noted
  const { notification_id: id } = params as { notification_id?: string }
  if (id === undefined || nobody.has(outcome)) return noContacts
  return isSuccess(outcome) || isOurs.test(id) ? contactsOf(id) : noContacts
}

const nobody = new Set(['304', '400', '404'])
const isSuccess = (outcome: string) => outcome < '4'
const isOurs = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Whether the route has forgotten to say whose data it has returned. */
const isUnnoted = ({ audited, method, params }: FastifyRequest, outcome: string) =>
  !audited?.noted &&
  method !== 'HEAD' &&
  isSuccess(outcome) &&
  outcome !== '304' &&
  (params as { notification_id?: string }).notification_id === undefined
