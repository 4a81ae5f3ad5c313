/** The questions of a clinic's manager that the console answers. */
export const questions = ['unanswered', 'unreached', 'reminders'] as const

/** The token and links of the demo's first page. */
export interface Demo {
  token: string
  /** URLs relative to the service's URL. */
  console: string
  /** The part of the console that answers each question. */
  answers: Record<(typeof questions)[number], string>
  desk: string
  admin: string
  answerPage: string
  /** The folder to which the demo writes its messages. */
  outbox: string
}

/** Whether the `Host` header is the service's own origin, or localhost with its port. Otherwise DNS rebinding could reveal
 *  the demo's token and links to another site. */
export function isOwn(host: string, origin: string): boolean {
  const own = new URL(origin)
  return host === own.host || host === `localhost:${own.port}`
}
