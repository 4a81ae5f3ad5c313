import { useTexts } from '../../shared/language.tsx'
import { readReason } from './reasons.ts'

/** Returns a function that says a reason of the service in the page's language. An unknown one stays in English. */
export function useReason() {
  const { say, fill } = useTexts('upload')
  return (reason: string) => {
    const known = readReason(reason)
    return known ? fill(say.reasons[known.name], known.values) : <span lang="en">{reason}</span>
  }
}
