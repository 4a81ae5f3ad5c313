import type { RefusalRun } from '../../messages/delivery/refused-in-a-row.ts'
import { format } from '../../platform/languages/format.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'

/** Says why servers refuse the latest messages of a channel. */
export function refusalInWords({ why, count }: RefusalRun, language: Language): string {
  const { refused, whyRefused } = wordsOf('health-page', language).channel
  return format(refused, { count, why: whyRefused[why] }, language)
}
