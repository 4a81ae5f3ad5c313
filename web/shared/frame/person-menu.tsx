import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { cookieSession } from '../access/session.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { LanguageChoice, useWords } from '../language.tsx'
import { hrefOf } from '../page-location.ts'
import type { FrameProps } from './frame-props.ts'

interface Props extends Pick<FrameProps, 'chooseLanguage' | 'signOut' | 'signOutText'> {
  /** The places that a telephone's bar has no place for. */
  links: { name: string; text: string; href: string; isCurrent: boolean }[]
  menu?: ComponentChildren
}

/** The person's button, which opens a menu: languages, sign-out, and on a telephone the other places. */
export function PersonMenu({ chooseLanguage, signOut, signOutText, links, menu }: Props) {
  const { session } = useSignedIn()
  const access = useWords('access')
  const say = useWords('frame')
  const account = useWords('account')
  const opened = useRef<HTMLDivElement>(null)
  const close = () => opened.current!.hidePopover()
  // The question about unsent arrivals may be answered with no.
  const leave = () => {
    close()
    signOut()
  }
  return (
    <>
      <button type="button" class="person-button" popoverTarget="person-menu">
        <i aria-hidden="true">{initialsOf(session.name)}</i>
        <span dir="auto">{session.name}</span>
        <b>{say.more}</b>
      </button>
      <div ref={opened} id="person-menu" class="person-menu" popover="auto">
        <p class="hint">
          {say.account} <strong dir="auto">{session.name}</strong>
        </p>
        {links.length > 0 && (
          <ul class="only-narrow">
            {links.map(({ name, text, href, isCurrent }) => (
              <li key={name}>
                <a href={href} aria-current={isCurrent ? 'page' : undefined} onClick={close}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <LanguageChoice label={access.language} choose={chooseLanguage} />
        {session.scopes.includes('admin') && (
          <a href={`admin${hrefOf({ entity: session.entity.id, section: 'devices' })}`} onClick={close}>
            {say.devices}
          </a>
        )}
        {session.token === cookieSession && <a href="account">{account.own}</a>}
        {menu}
        <button type="button" class="sign-out" onClick={leave}>
          {signOutText ?? access.signOut}
        </button>
      </div>
    </>
  )
}

/** Returns the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...word!][0] ?? '').join('')
}
