import { forgetTab, tabSession } from '../../shared/access/kept-sessions.ts'
import { cookieSession, type Session } from '../../shared/access/session.ts'
import { signOutHere } from '../../shared/access/sign-out.ts'
import type { SessionControl } from '../../shared/access/use-session.ts'
import { forgetArrivals, unsentArrivals } from '../arrivals/unsent-arrivals.ts'

/** Signs out the device, or the tab whose session the desk uses, and the person beside the device.
 *  @param mayLose asks whether these unsent arrivals may be lost */
export async function signOutOfDesk(
  session: Session,
  mayLose: (count: number) => boolean,
  control: Pick<SessionControl, 'close' | 'endCookie'>,
) {
  // A device whose database fails can still be signed out.
  // The device keeps its own for the next sign-in.
  const { length: waiting } = session.isOfTab ? [] : await unsentArrivals(session).catch(() => [])
  if (waiting > 0 && !mayLose(waiting)) return
  const isPersonBeside = session.withPerson || (!session.isOfTab && tabSession.read()?.token === cookieSession)
  // From here on, the page stores nothing.
  forgetTab()
  control.close()
  if (isPersonBeside) control.endCookie(signOutHere)
  if (!session.isOfTab) await forgetArrivals(session)
}
