import type { Generated } from 'kysely'
import type { RevocationReason } from '../checkin/issued-token.ts'
import type { Kind } from '../delivery/kind.ts'
import type { DeliveryState } from '../delivery/outbox.ts'
import type { Instant } from '../instant.ts'
import type { AnswerName } from '../lifecycle/answer.ts'
import type { Channel } from '../notifications/address.ts'
import type { State } from '../notifications/state.ts'
import type { Meaning } from '../replies/meaning.ts'

/** The tables, as every engine holds them: instants in microseconds, booleans as 0 and 1, JSON as text. */
export interface Schema {
  entities: {
    entity_id: string
    name: string
    time_zone: string
    language: string
    /** The sequence of the entity's latest action: each action takes the next, in commit order. */
    last_sequence: Generated<number>
    /** From how many minutes before its beginning to how many after it an arrival can be marked. */
    arrive_early: Generated<number>
    arrive_late: Generated<number>
    /** Actions up to this sequence may lack the beginning of their visit, since an earlier version recorded them. */
    visits_due: Generated<number>
  }
  notifications: {
    entity_id: string
    notification_id: string
    task_id: string
    external_id: string
    category: string
    target: string
    contact: string
    params: string
    files: string
    inferred_data: string
    state: Generated<State>
    created_at: Generated<Instant | null>
    answered_at: Generated<Instant | null>
    arrived_at: Generated<Instant | null>
    /** What a contact said who asked for another time. */
    wish: Generated<string | null>
  }
  /** What was handed over at once. Those of history are not among them: it does not tell when they were. */
  tasks: {
    entity_id: string
    created_at: Instant
    task_id: string
    category: string
    target: string
  }
  deliveries: {
    entity_id: string
    delivery_id: string
    notification_id: string
    kind: Generated<Kind>
    channel: Channel
    uid: string
    link_hash: string
    state: DeliveryState
    attempts: Generated<number>
    /** Not sent before; of a pending one, when it is tried next. */
    next_attempt_at: Instant
    /** No attempt after this one is made. */
    give_up_at: Instant
    /** Until then, one process is at it. */
    lease_until: Generated<Instant | null>
    sent_at: Generated<Instant | null>
    delivered_at: Generated<Instant | null>
    /** Why the latest attempt failed. */
    reason: Generated<string | null>
    /** Under which the provider will tell whether it was delivered. */
    provider_id: Generated<string | null>
    /** Of a notice that was asked about by number: which, the answer that it was asked about, and when. */
    asked_number: Generated<number | null>
    asked_action: Generated<AnswerName | null>
    asked_at: Generated<Instant | null>
  }
  /** Who wants no more messages of an entity on a channel. */
  opt_outs: {
    entity_id: string
    channel: Channel
    uid: string
    opted_out_at: Instant
  }
  /** What contacts wrote back that is no answer, for people to read. */
  replies: {
    entity_id: string
    received_at: Instant
    reply_id: string
    /** The notification that it is about, where there is only one. */
    notification_id: string | null
    channel: Channel
    uid: string
    text: string
    read_as: Meaning
  }
  actions: {
    entity_id: string
    at: Instant
    sequence: number
    action_id: string
    notification_id: string
    action: string
    channel: string
    /** The action record of spec 2.1, rendered once. */
    record: string
    /** When the visit begins that it is about, as was known then; null when it was not. */
    starts_at: Instant | null
  }
  checkin_tokens: {
    entity_id: string
    token_hash: string
    notification_id: string
    /** The check-in record of spec 2.2, rendered once. */
    record: string
    expires_at: Instant | null
    revoked: RevocationReason | null
    /** Null for one that history revoked. */
    revoked_at: Generated<Instant | null>
  }
  access_tokens: {
    access_token_id: string
    token_hash: string
    name: string
    /** Separated by spaces, as in RFC 6749. */
    scopes: string
    all_entities: 0 | 1
    created_at: Instant
    expires_at: Instant | null
    revoked_at: Instant | null
  }
  /** Replies to requests that changed something, for callers that did not hear them. */
  idempotency_keys: {
    entity_id: string
    access_token_id: string
    idempotency_key: string
    request_hash: string
    status: number
    body: string
    created_at: Instant
  }
  /** Whoever hands over a task of the entity has its row, so that no two supersede the same notification unseen. */
  task_counters: {
    entity_id: string
    tasks: number
  }
  /** What all processes together have handed out of a credential's budget, in the minute that ends then. */
  budgets: {
    access_token_id: string
    kind: string
    ends_at: Instant
    used: number
    /** What was handed out last. */
    given: number
  }
  access_token_entities: {
    access_token_id: string
    entity_id: string
  }
}
