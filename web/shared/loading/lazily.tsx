import type { ComponentChild, ComponentType } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Language, PageWords } from '../../../client/words.ts'
import { LanguageContext, useLanguage, useWords } from '../language.tsx'
import { Failure } from '../look/fault.tsx'

/** The component, and the texts that only it needs. */
type LoadedComponent<Props> = readonly [ComponentType<Props>, Partial<PageWords>]

/** Returns a component that loads with its texts when it is first shown, so that the page stays small.
 *  @param placeholder is in its place while it loads */
export function lazily<Props extends object>(
  load: (language: Language) => Promise<LoadedComponent<Props>>,
  placeholder: ComponentChild = <p aria-busy="true" />,
) {
  return function Lazy(props: Props) {
    const say = useWords('access')
    const page = useLanguage()
    const [attempt, setAttempt] = useState(0)
    const [loaded, setLoaded] = useState<LoadedComponent<Props> | 'failed'>()
    useEffect(() => {
      let isCurrent = true
      const show = (result: LoadedComponent<Props>) => isCurrent && setLoaded(result)
      // The texts of another language may fail to load. What is shown stays, with what somebody has typed.
      load(page.language).then(
        show,
        () => isCurrent && setLoaded((shown) => (typeof shown === 'object' ? shown : 'failed')),
      )
      return () => {
        isCurrent = false
      }
    }, [page.language, attempt])
    const words = useMemo(
      () => (typeof loaded === 'object' ? { ...page, words: { ...page.words, ...loaded[1] } } : page),
      [page, loaded],
    )
    if (loaded === undefined) return placeholder
    if (loaded === 'failed') {
      return <Failure text={say.failing} again={say.again} onAgain={() => setAttempt(attempt + 1)} />
    }
    const [Shown] = loaded
    return (
      <LanguageContext.Provider value={words}>
        <Shown {...props} />
      </LanguageContext.Provider>
    )
  }
}
