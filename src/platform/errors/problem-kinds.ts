interface ProblemKind {
  status: number
  title: string
  /** The remedy for the client: the `detail` of the response, and the text of the problem's page. */
  detail: string
  headers?: Record<string, string>
}

const bearer = 'Bearer realm="rollcall"'
const lacking = `${bearer}, error="insufficient_scope"`

/** Every problem that Rollcall returns. The error handler, the OpenAPI text and the pages of `type` use it. */
export const problemKinds = {
  'missing-credential': {
    status: 401,
    title: 'No access token',
    detail: 'Send an access token in the header "Authorization: Bearer <ACCESS_TOKEN>".',
    headers: { 'WWW-Authenticate': bearer },
  },
  'invalid-request': {
    status: 400,
    title: 'Malformed request',
    detail:
      'The request, a header or the body is malformed. Send each header once, and a body that is valid JSON in UTF-8.',
  },
  'invalid-token': {
    status: 401,
    title: 'Access token not accepted',
    detail: 'The access token is mistyped, unknown, expired or revoked. Ask the operator for a new one.',
    headers: { 'WWW-Authenticate': `${bearer}, error="invalid_token"` },
  },
  'session-ended': {
    status: 401,
    title: 'Session ended',
    detail: 'The session has ended, or nobody has used it for 30 minutes. Sign in again at /sign-in.',
    headers: { 'WWW-Authenticate': bearer },
  },
  'cross-site-request': {
    status: 403,
    title: 'Request of another site',
    detail:
      'A request with the cookie of a session changes data only if it comes from a page of this service. Other programs send an access token.',
    headers: { 'WWW-Authenticate': bearer },
  },
  'person-required': {
    status: 403,
    title: 'A person must sign in',
    detail:
      'This service records arrivals only for a person who has signed in on the device. "reason" says whether nobody has (signed-out), the session is over (session-ended), or the person lacks the scope or the entity (lacks-rights). Sign in at /sign-in, then repeat the request.',
    headers: { 'WWW-Authenticate': bearer },
  },
  'insufficient-scope': {
    status: 403,
    title: 'Access token lacks the scope',
    detail: 'Use an access token that has the scope named in "scope".',
  },
  'test-token': {
    status: 403,
    title: 'Not with a test token',
    detail:
      'A test token reads all that its scopes permit, and changes only test visits. Submit a test visit with it, or use another access token.',
    headers: { 'WWW-Authenticate': `${bearer}, error="insufficient_scope"` },
  },
  'unverified-callback': {
    status: 403,
    title: 'Callback not verified',
    detail:
      'This callback has no valid signature or verify token. Check that the provider calls the address that "rollcall reply-url" prints, with the same PUBLIC_URL, and that the service has the secret of the provider.',
  },
  'entity-not-found': {
    status: 404,
    title: 'Entity not found',
    detail: 'This access token gives no access to an entity with this id. Check the id and the grant of the token.',
  },
  'access-token-not-found': {
    status: 404,
    title: 'Access token not found',
    detail: 'No access token for your entities has this id. Check the id.',
  },
  'access-token-ended': {
    status: 409,
    title: 'Access token has ended',
    detail: 'The access token is revoked, expired, or replaced already. Replace its successor, or create a new one.',
  },
  'account-not-found': {
    status: 404,
    title: 'Account not found',
    detail: 'No account for your entities has this id, or the request is of nobody with an account. Check the id.',
  },
  'account-exists': {
    status: 409,
    title: 'Account exists',
    detail: 'Another account has this e-mail address or name. Use another one: people sign in with it.',
  },
  'too-many-accounts': {
    status: 409,
    title: 'Too many accounts',
    detail: 'The service has as many accounts as it takes. Remove some.',
  },
  'invitation-over': {
    status: 404,
    title: 'Link no longer works',
    detail:
      'The link was used, replaced or withdrawn, or it is older than seven days. Ask an administrator for a new one.',
  },
  'not-signed-in': {
    status: 401,
    title: 'Not signed in',
    detail:
      'The name and the password do not belong together, or the passkey is not known here. An administrator can make a new link.',
    headers: { 'WWW-Authenticate': bearer },
  },
  'sign-in-again': {
    status: 409,
    title: 'Sign in again',
    detail:
      'Passkeys and passwords change only within 15 minutes of a sign-in. Sign in again, then repeat the request.',
  },
  'last-passkey': {
    status: 409,
    title: 'The only passkey',
    detail: 'The account has no password and no other passkey. Set one of them first.',
  },
  'all-entities-required': {
    status: 403,
    title: 'Access token is for some entities only',
    detail: 'Use a credential for all entities.',
    headers: { 'WWW-Authenticate': lacking },
  },
  'exceeds-own-rights': {
    status: 403,
    title: 'More rights than your own',
    detail:
      'A credential can grant only scopes and entities that it has itself. "reason" names what it lacks. Leave it out, or ask an administrator with these rights.',
    headers: { 'WWW-Authenticate': lacking },
  },
  'entity-exists': {
    status: 409,
    title: 'Entity exists',
    detail: 'Another entity has this id, or had it before it was removed. Choose another id.',
  },
  'entity-retired': {
    status: 409,
    title: 'Entity is retired',
    detail: 'A retired entity takes no notifications and sends nothing. An administrator can restore it.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Changed meanwhile',
    detail:
      'Somebody has changed this since you read it. Read it again, and send your change with the new ETag as If-Match.',
  },
  'precondition-required': {
    status: 428,
    title: 'If-Match is missing',
    detail: 'Send the ETag that you read as If-Match, so that you overwrite no change of somebody else.',
  },
  'invalid-date': {
    status: 400,
    title: 'Invalid date',
    detail: 'Give each date as YYYY-MM-DD, a day of the calendar.',
  },
  'reversed-range': {
    status: 400,
    title: 'Reversed range',
    detail: 'The end date lies before the start date. Swap them.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    detail:
      'A query parameter or header is unknown or malformed. "errors" names each of them, and an unknown one as "*". The reference at /docs lists the valid ones.',
  },
  'checkin-not-found': {
    status: 404,
    title: 'Check-in not found',
    detail: 'No confirmed appointment of this entity has this check-in token. Scan the QR code again.',
  },
  'checkin-expired': {
    status: 410,
    title: 'Check-in token expired',
    detail: 'The check-in token was valid for an earlier visit. Look the appointment up by name.',
  },
  'checkin-revoked': {
    status: 410,
    title: 'Check-in token revoked',
    detail: 'The appointment has changed since this check-in token was issued; "reason" says how. Ask for the new one.',
  },
  'contact-not-found': {
    status: 404,
    title: 'Contact not found',
    detail:
      'This entity has no data of a contact with this key. Check the key, and write it percent-encoded in the path.',
  },
  'notification-not-found': {
    status: 404,
    title: 'Notification not found',
    detail: 'This entity has no notification with this id. Check both ids.',
  },
  'failure-not-found': {
    status: 404,
    title: 'No failure of this event',
    detail:
      'No source says now that it could not apply this event. Load the list again: the source may have applied the event since.',
  },
  'reply-not-found': {
    status: 404,
    title: 'Reply not found',
    detail: 'This entity has no reply with this id. Check both ids.',
  },
  'address-takes-no-messages': {
    status: 409,
    title: 'Address takes no messages',
    detail:
      'No message can go to this address. "reason" says why: the contact has opted out (opted-out), earlier messages did not arrive (undeliverable), the clinic has removed the address from the visit (address-removed), or the channel takes an own text only for a day after the contact has written (conversation-over). Telephone the contact.',
  },
  'task-not-found': {
    status: 404,
    title: 'Task not found',
    detail: 'This entity has no task with this id. Check both ids.',
  },
  'notification-ended': {
    status: 409,
    title: 'Notification has ended',
    detail:
      'The notification no longer takes this change: the contact has arrived, the clinic has withdrawn it, a newer one has replaced it, or it is imported history. Its "state" says which.',
  },
  'already-arrived': {
    status: 409,
    title: 'Already arrived',
    detail: 'The arrival was already marked, at "arrived_at".',
  },
  'too-early': {
    status: 409,
    title: 'Too early to check in',
    detail: 'The arrival cannot be marked yet. The response gives the time from which it can be marked.',
  },
  'too-late': {
    status: 409,
    title: 'Too late',
    detail: 'The service accepted this until "window_closed_at". Settle it at the desk.',
  },
  'not-arrived': {
    status: 409,
    title: 'Not arrived',
    detail: 'There is no arrival to annul. It was never marked, or it was annulled before.',
  },
  'answered-since': {
    status: 409,
    title: 'Answered since',
    detail:
      'The notification has another state, or another wish, than the request names: the contact or staff have answered since. Read the notification again.',
  },
  'not-rescheduling': {
    status: 409,
    title: 'Nothing to mark as done',
    detail:
      'Only a request for another time, a missed visit, and a visit that the clinic withdrew or moved can be marked. The notification has another state now.',
  },
  'clock-not-changed': {
    status: 409,
    title: 'Nothing to decide',
    detail:
      'No newer time-zone rules have changed the local time of this visit since the clinic submitted it or decided; or the visit no longer takes place. Read the notification again.',
  },
  claimed: {
    status: 409,
    title: 'Somebody else is on it',
    detail:
      'Another page has claimed this visit, or it has changed since: it has not the "state" or the "calls" of the request. Read the visit again. To replace a claim, repeat the request with "take_over": true. A claim ends by itself after 10 minutes.',
  },
  'reminded-recently': {
    status: 409,
    title: 'Reminded recently',
    detail:
      'No address takes a reminder now. Each got a reminder within the last hour, or has a message that is not sent yet. Or the notification has no address.',
  },
  'session-not-found': {
    status: 404,
    title: 'Session not found',
    detail:
      'There is no such session, it has ended, or it is of another person whose entities this credential does not administer. A request with an access token has no session of its own.',
  },
  'channel-set-elsewhere': {
    status: 409,
    title: 'Channel is set up elsewhere',
    detail:
      '"reason" says where: environment variables of the service name its server (environment), or this is the demo, which sends nothing (demo). Change the variables, and restart the service.',
  },
  'template-not-found': {
    status: 404,
    title: 'Template not found',
    detail:
      'No message has this category, target, channel and kind, or the template has no such version. The reference at /docs lists the kinds, and which channels have them.',
  },
  'mapping-not-found': {
    status: 404,
    title: 'Mapping not found',
    detail: 'The entity has no mapping of this name. GET /v1/mappings/{entity_id} lists its mappings.',
  },
  'erasure-not-found': {
    status: 404,
    title: 'Erasure not found',
    detail: 'This entity has no erasure with this id. Check both ids.',
  },
  'hold-not-found': {
    status: 404,
    title: 'Hold not found',
    detail: 'This entity has no hold with this id. Check both ids.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'Webhook not found',
    detail: 'This entity has no webhook with this id. Check both ids.',
  },
  'too-many-access-tokens': {
    status: 409,
    title: 'Too many access tokens',
    detail:
      'One of the entities has 100 access tokens, or 200 while some are replaced, or there are as many for all entities. Revoke those that nobody uses. Revoked and expired ones do not count.',
  },
  'too-many-webhooks': {
    status: 409,
    title: 'Too many webhooks',
    detail: 'An entity has at most 10 webhooks. Delete one that is no longer used.',
  },
  'webhook-test-running': {
    status: 429,
    title: 'A test is running',
    detail:
      'The service tests one webhook of an entity at a time, and 20 in all. A test takes up to 15 seconds. Retry when it has ended.',
    headers: { 'Retry-After': '5' },
  },
  'message-not-sent': {
    status: 502,
    title: 'Message not sent',
    detail:
      'The channel\'s server did not take the message; "reason" says why. Check the address, and try again later.',
  },
  'feed-reset': {
    status: 409,
    title: 'Feed reset',
    detail:
      'The feed has no such position: the database was restored, or a failover has lost its latest actions. Discard what you received, and read again from sequence 0 or the list by date.',
  },
  'answer-not-offered': {
    status: 409,
    title: 'Answer not offered',
    detail: 'Notifications of this category and target do not take this answer. Choose another one.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency-Key used for another request',
    detail:
      'A different request has used this Idempotency-Key. Send each new request with a new key, and repeat a key only in a retry.',
  },
  'invalid-body': {
    status: 422,
    title: 'Invalid body',
    detail: 'The body does not match the schema of this operation. "errors" lists its faults, at most 100.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    detail: 'No operation has this address. The reference at /docs lists all operations.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not support this method. The header "Allow" lists the supported methods.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    detail:
      'The response is not available in the requested media type or encoding. Lists by date are available as application/json, application/x-ndjson and text/csv, the feed of actions as application/json and text/event-stream, all other responses as application/json.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request took too long to arrive',
    detail: 'Send the whole request without pauses.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    detail: 'Send a body of at most 2 MiB, if necessary in several requests.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    detail: 'Send a shorter address: omit filters, or send several requests.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json, or a CSV file as text/csv.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    detail: 'Send fewer or shorter headers.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    detail:
      'This access token, or this address, has used up its budget. Retry after the number of seconds in "Retry-After".',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    detail: 'This is a bug in Rollcall. Give the request id in "instance" to the operator: the log contains it.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    detail:
      'The service is sending too many large lists or live streams, is reading too many files, or is shutting down. Retry after the number of seconds in "Retry-After".',
    headers: { 'Retry-After': '5' },
  },
  'database-unavailable': {
    status: 503,
    title: 'Database unavailable',
    detail: 'The database does not respond. Retry after the number of seconds in "Retry-After".',
    headers: { 'Retry-After': '1' },
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problemKinds

export const problemKind = (code: ProblemCode): ProblemKind => problemKinds[code]
