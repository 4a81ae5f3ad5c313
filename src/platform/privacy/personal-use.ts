/** Whose personal data a route or a worker returns, changes or sends. What a person may ask for relies on it: who read or changed
 *  their data, a copy of it, and its erasure.
 *  - `contact`: that of the contact whom the request or the row names, by a notification, token, link, reply or address
 *  - `contacts`: that of several contacts, whom the route or the worker counts
 *  - `none`: settings, counts, and the names of staff */
export type PersonalUse = 'contact' | 'contacts' | 'none'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for each route, except for those of settings (scope `admin`), of the credential itself (scope `any`), and of public
     *  pages that look nothing up. The service does not start without it. A route of settings that uses a contact's data declares it,
     *  too. */
    personal?: PersonalUse
  }
}
