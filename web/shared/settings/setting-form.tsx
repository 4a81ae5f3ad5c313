import type { ComponentChildren } from 'preact'
import type { SettingsChange } from '../../../client/client.ts'
import { useTexts } from '../language.tsx'
import { Preview } from './preview.tsx'
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
    return (
      <p class="fault" role="alert">
        {say.unreadable}{' '}
        <button type="button" onClick={setting.load}>
          {say.again}
        </button>
      </p>
    )
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
        <p class="fault" role="alert">
          {isChanged && fault && (typeof fault === 'string' ? say.faults[fault] : fault.text)}
          {state === 'conflict' && say.conflict}
          {state === 'unsaved' &&
            setting.fault &&
            fill(say.faults[setting.fault.kind], { detail: setting.fault.detail })}
        </p>
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
