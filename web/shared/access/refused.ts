import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ProblemError } from '../../../client/client.ts'
import { refusedBecause, type SignInFault } from './session.ts'

/** Ends the page's session after the service has refused the credential. */
export const RefusedContext = createContext<(fault: SignInFault) => void>(() => {})

/** Returns why the service no longer accepts the credential; undefined if it does. */
export const refusalOfCredential = (error: unknown): SignInFault | undefined =>
  error instanceof ProblemError && error.status === 401 ? refusedBecause(error) : undefined

/** Returns a function that ends the page's session if the error says that the service no longer accepts the credential. */
export function useRefusal(): (error: unknown) => void {
  const refused = useContext(RefusedContext)
  return (error) => {
    const why = refusalOfCredential(error)
    if (why) refused(why)
  }
}
