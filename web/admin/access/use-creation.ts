import { useState } from 'preact/hooks'
import type { CreatedAccessToken, NewAccessToken } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { useAction } from '../use-action.ts'
import { useFocusAfter } from '../use-focus-after.ts'
import { faultOfName } from './name-fault.ts'

export interface CreationProps {
  session: Session
  onCreated: (created: CreatedAccessToken) => void
  /** Called when the service may have created the access token. */
  onLost?: () => void
}

export type Creation = ReturnType<typeof useCreation>

/** The creation of an access token by a form. Until `onDone`, the page shows the token in place of the form.
 *  @param clear empties the form */
export function useCreation({ session, onCreated, onLost }: CreationProps, clear: () => void) {
  const say = useWords('admin-access')
  const [created, setCreated] = useState<CreatedAccessToken>()
  const [hasTried, setTried] = useState(false)
  const { run, isRunning, fault } = useAction<CreatedAccessToken>(session.token, say.mayExist, onLost)
  const nameField = useFocusAfter<HTMLInputElement>(created !== undefined)
  return {
    created,
    /** Whether the form shows its faults. */
    hasTried,
    isRunning,
    /** Why the service did not create it. */
    fault,
    nameField,
    /** @param token undefined if a field other than the name has a fault: then only shows the faults */
    async create(token: NewAccessToken | undefined) {
      setTried(true)
      if (!token || faultOfName(token.name)) return
      const made = await run((client) => client.createAccessToken({ ...token, name: token.name.trim() }))
      if (!made) return
      clear()
      setTried(false)
      setCreated(made)
      onCreated(made)
    },
    onDone: () => setCreated(undefined),
  }
}
