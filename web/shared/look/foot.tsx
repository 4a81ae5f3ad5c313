import { LanguageChoice, type usePageLanguage, useWords } from '../language.tsx'

/** The footer of a page without a session. */
export const Foot = ({ chooseLanguage }: { chooseLanguage: ReturnType<typeof usePageLanguage>[1] }) => (
  <footer class="bar">
    <LanguageChoice label={useWords('access').language} choose={chooseLanguage} />
  </footer>
)
