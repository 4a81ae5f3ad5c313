import type { ComponentChildren } from 'preact'
import type { SessionUse } from './access/use-session.ts'
import { LanguageChoice, type useSpeaker, useWords } from './language.tsx'

interface Props {
  use: SessionUse
  chooseLanguage: ReturnType<typeof useSpeaker>[1]
  /** Links before the sign-out. */
  children?: ComponentChildren
}

/** The footer: language and sign-out. */
export function Foot({ use, chooseLanguage, children }: Props) {
  const say = useWords('access')
  return (
    <footer class="bar">
      <LanguageChoice label={say.language} choose={chooseLanguage} />
      {children}
      {use.session && (
        <button type="button" class="quiet" onClick={() => use.close()}>
          {say.signOut}
        </button>
      )}
    </footer>
  )
}
