import type { ComponentChildren } from 'preact'
import { PageLinks, type PageName } from '../access/page-links.tsx'
import type { SessionControl } from '../access/use-session.ts'
import { LanguageChoice, type usePageLanguage, useWords } from '../language.tsx'

interface Props {
  page: PageName
  control: SessionControl
  chooseLanguage: ReturnType<typeof usePageLanguage>[1]
  /** The text of the sign-out, if it is another one. */
  signOutText?: string | undefined
  /** Links before the sign-out. */
  children?: ComponentChildren
}

/** The footer: the other pages, language and sign-out. */
export function Foot({ page, control, chooseLanguage, signOutText, children }: Props) {
  const say = useWords('access')
  return (
    <footer class="bar">
      {control.session && <PageLinks page={page} session={control.session} />}
      <LanguageChoice label={say.language} choose={chooseLanguage} />
      {children}
      {control.session && (
        <button type="button" class="quiet" onClick={() => control.close()}>
          {signOutText ?? say.signOut}
        </button>
      )}
    </footer>
  )
}
