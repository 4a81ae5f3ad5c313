// The service also notes the use of a session to the minute.
const attendedMs = 60_000

// The opening of the page counts as an act.
let lastActAt = Date.now()

/** Records an act of a person at this page, such as showing a code to its camera. */
export function noteAct() {
  lastActAt = Date.now()
}

for (const type of ['pointerdown', 'keydown', 'wheel'])
  globalThis.document?.addEventListener(type, noteAct, { capture: true, passive: true })

/** Whether the page has had no act of a person for a minute. Its requests then do not extend a session. */
export const isUnattended = () => Date.now() - lastActAt >= attendedMs
