import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../../../language.tsx'
import { CopyButton } from '../copy-button.tsx'

interface Props {
  url: string
  secret: string
  onKept: () => void
}

/** The secret of a new webhook, or the new one. It is shown once. */
export function SecretShown({ url, secret, onKept }: Props) {
  const say = useWords('admin-systems').webhooks
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [secret])
  return (
    <div class="panel secret">
      <h4 ref={heading} tabIndex={-1}>
        {say.secret}
      </h4>
      <div class="row">
        <input
          readOnly
          dir="ltr"
          aria-label={`${say.secret}: ${url}`}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} />
      </div>
      <p class="hint">
        {say.secretOnce}{' '}
        <a href="docs#/webhooks/createWebhook" target="_blank" rel="noreferrer">
          {say.howToVerify}
        </a>
        .
      </p>
      <div class="row">
        <button type="button" onClick={onKept}>
          {say.secretDone}
        </button>
      </div>
    </div>
  )
}
