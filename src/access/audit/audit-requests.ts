import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { contactsOf, type NotedContacts, noContacts, together } from '../../platform/privacy/noted-contacts.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { lineOf } from './line.ts'
import type { AuditQueue } from './queue.ts'
import type { AuditRow } from './store-entries.ts'

type Route = Pick<RouteOptions, 'config' | 'schema'> & { url?: string | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose data the response has, as far as the route has said. */
    noted: NotedContacts | null
    /** The entry of the request. A stream has one before it ends. */
    auditRow: AuditRow | null
  }
}

/** Makes an entry for each request that uses the data of contacts, once it ends. A stream has an entry as soon as it has sent
 *  something. Returns the function that ends a request's entry, and returns what its log line has. */
export function auditRequests(app: FastifyInstance, queue: AuditQueue, clock: Clock) {
  const open = new Set<FastifyRequest>()
  app.decorateRequest('noted', null)
  app.decorateRequest('auditRow', null)
  app.decorateRequest('noteContacts', function (contacts) {
    this.noted = this.noted ? together(this.noted, contacts) : contacts
    open.add(this)
    queue.expectOpen()
  })
  queue.addOpen = () => {
    for (const request of open)
      enqueue(request, request.routeOptions, request.auditRow?.outcome ?? 'open', contactsOfRequest(request, ''))
    open.clear()
  }

  return (request: FastifyRequest, { raw, statusCode, log }: FastifyReply, route: Route) => {
    const personal = route.config?.personal
    if (personal !== 'contact' && personal !== 'contacts') return undefined
    open.delete(request)
    const outcome = raw.headersSent ? String(statusCode) : 'disconnected'
    const contacts = contactsOfRequest(request, outcome)
    const row = enqueue(request, route, outcome, contacts)
    if (!row) return undefined
    if (isUnnoted(request, outcome))
      log.error({ route: route.url }, 'A response has personal data, and does not say whose')
    return lineOf(row, contacts)
  }

  /** Adds the entry of a request, or changes it. Returns undefined if nobody was recognised, or no entity was named: anybody could
   *  send such requests. A provider has no credential: the reports that it sends have entries of their own. */
  function enqueue(request: FastifyRequest, route: Route, outcome: string, contacts: NotedContacts) {
    const earlier = request.auditRow
    const row = earlier ? { ...earlier } : newRow(request, route, clock)
    if (!row) return undefined
    row.outcome = outcome
    row.contacts = contacts.count
    row.notification_ids = contacts.ids ? JSON.stringify(contacts.ids) : null
    request.auditRow = row
    queue.add(row, earlier)
    return row
  }
}

function newRow(request: FastifyRequest, { schema, url }: Route, clock: Clock): AuditRow | undefined {
  const { credentialId, credentialName, isOfPerson, entityId: ofGuard, existingEntityId, id, method } = request
  const entityId = ofGuard || existingEntityId
  if (!entityId || !(credentialId || ofGuard)) return undefined
  return {
    entity_id: entityId,
    at: clock.now(),
    entry_id: id,
    who: credentialId ? (isOfPerson ? 'person' : 'credential') : 'contact',
    who_id: credentialId || null,
    // Only for an entity that has admitted the credential.
    who_name: credentialId && ofGuard ? credentialName : null,
    operation: schema?.operationId ?? `${method} ${url}`,
    notification_ids: null,
    contacts: 0,
    outcome: '',
  }
}

/** Returns what the route has noted, or else the notification in the path. A refused request may name anything there: only an id
 *  in the form of ours counts. */
function contactsOfRequest({ noted, params }: FastifyRequest, outcome: string): NotedContacts {
  if (noted) return noted
  const { notification_id: id } = params as { notification_id?: string }
  if (id === undefined || nobody.has(outcome)) return noContacts
  return isSuccess(outcome) || isOurs.test(id) ? contactsOf(id) : noContacts
}

const nobody = new Set(['304', '400', '404'])
const isSuccess = (outcome: string) => outcome < '4'
const isOurs = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Whether the route has forgotten to say whose data it has returned. */
const isUnnoted = ({ noted, method, params }: FastifyRequest, outcome: string) =>
  !noted &&
  method !== 'HEAD' &&
  isSuccess(outcome) &&
  outcome !== '304' &&
  (params as { notification_id?: string }).notification_id === undefined
