import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { channelNames } from '../../../../client/choices.ts'
import { type OptOut, ProblemError } from '../../../../client/client.ts'
import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useWords } from '../../../shared/language.tsx'
import { Options } from '../../../shared/look/options.tsx'
import { Field } from '../../field.tsx'
import { FormEnd } from '../../form-end.tsx'
import { useAction } from '../../use-action.ts'

export type Draft = Pick<OptOut, 'channel' | 'uid'>

export const newDraft: Draft = { channel: 'mobile', uid: '' }

interface Props {
  draft: Draft
  onEdit: (change: Partial<Draft>) => void
  onClose: () => void
  onAdd: (added: Draft) => void
}

/** Stops the messages to an address. A repeated request changes nothing. */
export function NewOptOutForm({ draft, onEdit, onClose, onAdd }: Props) {
  const { token, entity } = useSignedIn().session
  const say = useWords('admin-systems').optOuts
  const { channel: channelName, channels } = useWords('console')
  const { isRunning, fault, run } = useAction<void>(token)
  const [isWrong, setWrong] = useState(false)
  const first = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const { channel, uid } = draft

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setWrong(false)
    await run(async (client) => {
      try {
        onAdd(await client.setOptOut(entity.id, { channel, uid: uid.trim(), opted_out: true }))
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'invalid-body') throw error
        setWrong(true)
      }
    })
  }

  return (
    <form class="panel" onSubmit={submit} aria-labelledby="new-opt-out">
      <h3 id="new-opt-out">{say.add}</h3>
      <fieldset class="fields" disabled={isRunning}>
        <Field label={channelName}>
          {(control) => (
            <select
              {...control}
              ref={first}
              value={channel}
              onChange={({ currentTarget: { value } }) => onEdit({ channel: value as Draft['channel'] })}
            >
              <Options values={channelNames} nameOf={(name) => channels[name]} />
            </select>
          )}
        </Field>
        <Field label={say.address} hint={say.addressHint} fault={isWrong && say.wrongAddress}>
          {(control) => (
            <input
              {...control}
              dir="ltr"
              autocomplete="off"
              spellcheck={false}
              required
              value={uid}
              onInput={(event) => onEdit({ uid: event.currentTarget.value })}
            />
          )}
        </Field>
      </fieldset>
      <p class="hint">{say.addAbout}</p>
      <FormEnd fault={fault} label={say.stop} isBusy={isRunning} onCancel={onClose} />
    </form>
  )
}
