/** The request headers that some operations read. Each operation names its own; `Authorization` and `Accept` are not here,
 *  because OpenAPI describes them as security and media types. No header has an example: /docs would send it. */
export const requestHeaders = {
  'Idempotency-Key': {
    description:
      'A key that the client chooses for this request, and repeats with each retry. Within 24 hours, a retry gets the first response and changes nothing.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  'If-Match': {
    description:
      'The ETag of the resource that the client has read. If somebody has changed it since then, the response is 412.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    description: 'The ETag of an earlier response. If nothing has changed since then, the response is 304.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    description: 'The id of the last event that the client received. It replaces the sequence of the path.',
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
  },
} as const

export type RequestHeader = keyof typeof requestHeaders

/** The response headers that clients can rely on. A `required` header is in every response that declares it. A problem
 *  can also have optional headers that the route set before it failed. */
export const responseHeaders = {
  'Request-Id': {
    description: 'The id of the request in the log of the service.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '019d2f4e-53a0-7c1b-b0de-5f6a1e2c3d4f',
  },
  ETag: {
    description:
      'Identifies this response. Send it as If-None-Match with the next request, or as If-Match with a change.',
    required: true,
    schema: { type: 'string' },
    example: '"clinica-lisboa-42-1774738800000000-1774825200000000-mC1eKq7wX0sPzR4b"',
  },
  Link: {
    description: 'The address of the next page, with rel="next". The last page of a list has no such header.',
    required: false,
    schema: { type: 'string' },
    example: '</v1/entities?limit=1000&after=clinica-lisboa>; rel="next"',
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '5',
  },
  'Rollcall-Range': {
    description: 'The range of the list in UTC, as FROM/TO. FROM belongs to it, TO does not.',
    required: false,
    schema: { type: 'string' },
    example: '2026-03-28T00:00:00Z/2026-03-29T00:00:00Z',
  },
  'Rollcall-Sequence': {
    description:
      "The sequence of the entity's latest action. The feed of actions continues after it. A stream of events has it in each event instead.",
    required: false,
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
    example: '42',
  },
  'Rollcall-Time-Zone': {
    description: "The entity's IANA time zone, in which the days of the path are.",
    required: false,
    schema: { type: 'string' },
    example: 'Europe/Lisbon',
  },
  'WWW-Authenticate': {
    description: 'The authentication that the service asks for (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="rollcall", error="invalid_token"',
  },
} as const

export type ResponseHeader = keyof typeof responseHeaders
