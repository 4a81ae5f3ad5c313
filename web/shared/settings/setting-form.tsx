import type { ComponentChildren } from 'preact'
import type { ReminderPreview, SettingsChange } from '../../../client/client.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useLanguage, useTexts, useWords } from '../language.tsx'
import { pause } from '../loading/pause.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { Failure, Fault } from '../look/fault.tsx'
import type { useSetting } from './use-setting.ts'

/** What the page can find wrong with a draft. */
type DraftFault = 'amount' | 'states' | 'channels' | 'days' | 'times' | 'open' | 'fields'

interface Props<Value extends object> {
  setting: ReturnType<typeof useSetting<Value>>
  /** With a text, if only one setting can have it. */
  fault: DraftFault | { text: string } | undefined
  /** The draft as a change of the reminders, if it is one. */
  changeOf?: (draft: Value) => SettingsChange
  /** The text after a change. */
  saved: string
  children: (draft: Value) => ComponentChildren
}

/** The fields of a setting, and below them what a change does, and the buttons that save or discard it. */
export function SettingForm<Value extends object>({ setting, fault, changeOf, saved, children }: Props<Value>) {
  const { say, fill } = useTexts('settings')
  const { state, draft, isChanged } = setting
  if (state === 'unreadable') {
    return <Failure text={say.unreadable} again={say.again} onAgain={setting.load} />
  }
  if (draft === undefined) return <p class="hint" aria-busy="true" />

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isChanged && !fault) setting.save()
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset class="fields" disabled={state === 'saving'}>
        {children(draft)}
      </fieldset>
      <div class="outcome">
        {isChanged && !fault && changeOf && <Preview change={changeOf(draft)} />}
        <Fault>
          {isChanged && fault && (typeof fault === 'string' ? say.faults[fault] : fault.text)}
          {state === 'conflict' && say.conflict}
          {state === 'unsaved' &&
            setting.fault &&
            fill(say.faults[setting.fault.kind], { detail: setting.fault.detail })}
        </Fault>
        {isChanged && (
          <div class="row">
            <button type="submit" class="main" disabled={fault !== undefined || state === 'saving'}>
              {state === 'saving' ? say.saving : say.save}
            </button>
            <button type="button" onClick={setting.discard} disabled={state === 'saving'}>
              {say.discard}
            </button>
          </div>
        )}
        <p role="status">{state === 'saved' && !isChanged && saved}</p>
      </div>
    </form>
  )
}

const kinds = ['earlier', 'later', 'added', 'removed', 'at_once'] as const

/** What a change does to the reminders of the next 7 days, in words. */
function Preview({ change }: { change: SettingsChange }) {
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

const settleAfterMs = 300

/** Counts what a change does to the reminders of the next 7 days, when the editing pauses. Undefined while it counts. */
function usePreview(change: SettingsChange | undefined): ReminderPreview | 'failed' | undefined {
  const { entity } = useSignedIn().session
  const key = change && JSON.stringify([entity.id, change])
  const { found, error } = useLoaded(key, async (client, signal) => {
    await pause(settleAfterMs, [signal, 'abort'])
    return client.previewReminders(entity.id, change!)
  })
  return error === undefined ? found : 'failed'
}
