import { storedSession, storeOfDevice } from './stored-session.ts'

/** The session of a device of the desk, until somebody signs the device out. */
export const deviceSession = storeOfDevice(storedSession(localStorage, 'rollcall.desk'))

/** The session of this tab, which its pages share. */
export const tabSession = storedSession(sessionStorage, 'rollcall.console')

/** Forgets all that this tab keeps of a person who signs out: the session, drafts and scanned codes. */
export const forgetTab = () => sessionStorage.clear()
