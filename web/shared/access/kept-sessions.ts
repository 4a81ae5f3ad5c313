import { signedOut } from './signed-out.ts'
import { storedSession, storeOfDevice } from './stored-session.ts'

/** The session of a device of the desk, until somebody signs the device out. */
export const deviceSession = storeOfDevice(storedSession(localStorage, 'rollcall.desk'))

const stored = storedSession(sessionStorage, 'rollcall.console')

/** The session of this tab, which its pages share. */
export const tabSession: typeof stored = {
  ...stored,
  write(session) {
    signedOut.forget()
    stored.write(session)
  },
}

/** Forgets all that this tab keeps of a person who signs out: the session, drafts and scanned codes. */
export function forgetTab() {
  const before = signedOut.read()
  sessionStorage.clear()
  signedOut.write(before ?? 'cookie-left')
}
