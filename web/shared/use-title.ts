import { useEffect } from 'preact/hooks'
import { boundMarks, cleanText } from '../../client/words.ts'

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${boundMarks(cleanText(title))} · Rollcall`
  }, [title])
}
