import type { AccessTokenRecord } from '../../../client/client.ts'
import type { Session } from '../../access/session.ts'
import { useWords } from '../../language.tsx'
import { useAction } from '../use-action.ts'
import { AskedButton } from './asked-button.tsx'

interface Props {
  session: Session
  record: AccessTokenRecord
  /** The element that names the token. */
  labelledBy: string
  question: string
  yes: string
  onRevoked: () => void
}

/** Revokes an access token after a question. */
export function RevokeToken({ session, record, labelledBy, question, yes, onRevoked }: Props) {
  const { revoke } = useWords('admin-access').tokens
  const revoking = useAction<true>(session.token)
  async function run() {
    const isDone = await revoking.run((client) => client.revokeAccessToken(record.id).then(() => true as const))
    if (isDone) onRevoked()
  }
  return (
    <>
      <AskedButton {...{ labelledBy, question, yes }} label={revoke} isRunning={revoking.isRunning} onYes={run} />
      <p class="fault" role="alert">
        {revoking.fault}
      </p>
    </>
  )
}
