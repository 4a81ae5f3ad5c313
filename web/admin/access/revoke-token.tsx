import type { AccessTokenRecord } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'

interface Props {
  record: AccessTokenRecord
  /** The element that names the token. */
  describedBy: string
  text: string
  yes: string
  onRevoked: () => void
}

/** Revokes an access token after a question. */
export function RevokeToken({ record, describedBy, text, yes, onRevoked }: Props) {
  const { session } = useSignedIn()
  const { revoke } = useWords('admin-access').tokens
  const revoking = useAction<true>(session.token)
  async function run() {
    const isDone = await revoking.run((client) => client.revokeAccessToken(record.id).then(() => true as const))
    if (isDone) onRevoked()
  }
  return <AskingButton describedBy={describedBy} text={text} yes={yes} label={revoke} action={revoking} onYes={run} />
}
