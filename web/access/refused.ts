import { createContext } from 'preact'
import { ProblemError } from '../../client/client.ts'
import { refusedBecause, type SignInFault } from './session.ts'

/** Ends the page's session after the service has refused the credential. */
export const RefusedContext = createContext<(fault: SignInFault) => void>(() => {})

/** Returns why the service does not accept the credential any more; undefined if it does. */
export const refusalOfCredential = (error: unknown): SignInFault | undefined =>
  error instanceof ProblemError && error.status === 401 ? refusedBecause(error) : undefined
