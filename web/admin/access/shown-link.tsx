import type { AccountLink } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { CopiedText } from '../copied-text.tsx'
import { ShownOnce } from '../shown-once.tsx'

/** A link to hand over, with whose it is. */
export interface MadeLink extends AccountLink {
  name: string
}

/** A link that the service shows only now. */
export function ShownLink({ made, onDone }: { made: MadeLink; onDone: () => void }) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('admin-access', 'accounts')
  return (
    <ShownOnce title={fill(say.invited, { name: made.name })} secret={made.url} onDone={onDone}>
      <p class="once">{fill(say.onlyNow, { at: time.moment(made.expires_at) })}</p>
      <CopiedText label={say.link} text={made.url} />
    </ShownOnce>
  )
}
