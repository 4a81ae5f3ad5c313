import { useEffect, useState } from 'preact/hooks'
import { loadAccountWords } from '../../client/words.ts'
import { type Offered, readOffered } from '../shared/access/offered.ts'
import { LanguageChoice, LanguageContext, usePageLanguage, useWords } from '../shared/language.tsx'
import { Invitation } from './invitation.tsx'
import { OwnAccount } from './own-account.tsx'

const readFragment = () => new URLSearchParams(location.hash.slice(1))

/** The page of a person's account, and of the link that invites to one. */
export function AccountPage() {
  const [pageLanguage, chooseLanguage] = usePageLanguage(loadAccountWords)
  const [fragment, setFragment] = useState(readFragment)
  const [offered, setOffered] = useState<Offered>()
  useEffect(() => {
    readOffered().then(setOffered, () => setOffered({ offered: false, accounts: false, passkeys: false }))
    // Another link is pasted over the one of the page.
    const follow = () => setFragment(readFragment())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  if (!pageLanguage || !offered) return null
  const secret = fragment.get('invitation')
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <main class="sign-in account-page">
        {secret === null ? (
          <OwnAccount offered={offered} to={fragment.get('to') ?? ''} />
        ) : (
          <Invitation key={secret} secret={secret} offered={offered} />
        )}
      </main>
      <Foot choose={chooseLanguage} />
    </LanguageContext.Provider>
  )
}

function Foot({ choose }: { choose: ReturnType<typeof usePageLanguage>[1] }) {
  const { language } = useWords('access')
  return (
    <footer class="bar">
      <LanguageChoice label={language} choose={choose} />
    </footer>
  )
}
