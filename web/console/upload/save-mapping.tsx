import { useState } from 'preact/hooks'
import type { Mapping } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { save } from '../change.ts'
import { type UploadFault, uploadFaultOf } from './upload-fault.ts'

/** A name as the service accepts it: 1–64 of A–Z a–z 0–9 . _ ~ - */
const mappingNameOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.~-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)

/** Saves the mapping under a name, so that the next file of these columns needs no choices. */
export function SaveMapping({ mapping }: { mapping: Mapping }) {
  const { session } = useSignedIn()
  const { say, fill } = useTexts('upload')
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<'ready' | 'saving' | { saved: string } | UploadFault>('ready')
  const name = mappingNameOf(typed)

  async function store(event: SubmitEvent) {
    event.preventDefault()
    if (name === '' || state === 'saving') return
    setState('saving')
    try {
      await save(session, (client) => client.setMapping(session.entity.id, name, mapping))
      setState({ saved: name })
    } catch (error) {
      setState(uploadFaultOf(error))
    }
  }

  return (
    <form class="save-mapping" onSubmit={store}>
      <label>
        {say.saveAs}
        <input value={typed} maxLength={64} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={name === '' || state === 'saving'}>
        {say.save}
      </button>
      <p role="status">{typeof state === 'object' && 'saved' in state && fill(say.savedAs, { name: state.saved })}</p>
      <p class="fault" role="alert">
        {typeof state === 'object' && 'kind' in state && fill(say.faults[state.kind], { name: '' })}
      </p>
    </form>
  )
}
