import type { SettingsChange } from '../../../client/client.ts'
import { useLanguage, useWords } from '../language.tsx'
import { usePreview } from './use-preview.ts'

const kinds = ['earlier', 'later', 'added', 'removed', 'at_once'] as const

/** What a change does to the reminders of the next 7 days, in words. */
export function Preview({ change }: { change: SettingsChange }) {
  const { preview: say } = useWords('settings')
  const { fill, locale } = useLanguage()
  const counts = usePreview(change)
  const changes =
    typeof counts === 'object'
      ? kinds.filter((kind) => counts[kind] > 0).map((kind) => fill(say[kind], { count: counts[kind] }))
      : []
  return (
    <section class="preview" aria-label={say.title}>
      <h3>{say.title}</h3>
      <p role="status">
        {counts === undefined && say.counting}
        {counts === 'failed' && say.failed}
        {typeof counts === 'object' && (
          <>
            <strong>
              {changes.length === 0 ? say.none : new Intl.ListFormat(locale, { type: 'unit' }).format(changes)}
            </strong>
            {changes.length > 0 && counts.unchanged > 0 && ` · ${fill(say.unchanged, { count: counts.unchanged })}`}{' '}
            {!counts.is_complete && fill(say.incomplete, { count: counts.visits })}
          </>
        )}
      </p>
    </section>
  )
}
