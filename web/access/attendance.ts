// The service notes the use of a session to the minute, too.
const attendedMs = 60_000

// Somebody has opened the page.
let lastActAt = Date.now()

/** Notes that a person does something at this page, such as showing a code to its camera. */
export function noteAct() {
  lastActAt = Date.now()
}

for (const type of ['pointerdown', 'keydown', 'wheel'])
  globalThis.document?.addEventListener(type, noteAct, { capture: true, passive: true })

/** Whether nobody has done anything at this page for a minute. Its requests are then its own, and do not extend a session. */
export const isUnattended = () => Date.now() - lastActAt >= attendedMs
