import { useWords } from '../../../shared/language.tsx'
import { CopiedText } from '../../copied-text.tsx'
import { ShownOnce } from '../../shown-once.tsx'

interface Props {
  url: string
  secret: string
  onKept: () => void
}

/** The secret of a new webhook, or the new one. */
export function SecretShown({ url, secret, onKept }: Props) {
  const say = useWords('admin-systems').webhooks
  return (
    <ShownOnce title={say.secret} secret={secret} onDone={onKept}>
      <p>
        {say.secretOnce}{' '}
        <a href="docs#/webhooks/createWebhook" target="_blank" rel="noreferrer">
          {say.howToVerify}
        </a>
        .
      </p>
      <CopiedText label={url} text={secret} />
    </ShownOnce>
  )
}
