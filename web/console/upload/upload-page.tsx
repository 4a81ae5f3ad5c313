import { useEffect, useRef, useState } from 'preact/hooks'
import type { Mapping } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { Fault } from '../../shared/look/fault.tsx'
import { fieldLabel } from '../../shared/mapping/field-label.ts'
import { save } from '../change.ts'
import { CheckReport } from './check-report.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { FaultNote } from './fault-note.tsx'
import { incompleteFields, targetOf } from './incomplete-fields.ts'
import { Progress } from './progress.tsx'
import { SendFile } from './send-step.tsx'
import { type UploadFault, uploadFaultOf } from './upload-fault.ts'
import { type Upload as UploadControl, useUpload } from './use-upload.ts'
import './upload.css'
import './columns.css'

export interface UploadProps {
  today: string
}

/** The upload of a CSV file of visits: the file, its columns, what it would do, and what became of it. */
export function Upload({ today }: UploadProps) {
  const { session } = useSignedIn()
  const { say } = useTexts('upload')
  const upload = useUpload(session)
  const { state, read, report } = upload
  return (
    <main class="upload">
      <header>
        <h2>{say.title}</h2>
        <p class="hint">{say.about}</p>
      </header>
      <ChooseFile upload={upload} />
      {read && state !== 'sent' && <Columns upload={upload} />}
      {report && (state === 'checked' || state === 'sending') && (
        <section class="card step" aria-labelledby="check">
          <StepHeading id="check" isNew={state === 'checked'}>
            {say.steps.check}
          </StepHeading>
          <CheckReport upload={upload} report={report}>
            <SendFile upload={upload} report={report} />
          </CheckReport>
          {session.scopes.includes('admin') && <SaveMapping mapping={upload.mapping!} />}
        </section>
      )}
      {report && state === 'sent' && (
        <section class="card step" aria-labelledby="sent">
          <StepHeading id="sent" isNew>
            {upload.unsent?.extent === 'all' ? say.steps.written : say.steps.sent}
          </StepHeading>
          <CheckReport upload={upload} report={report} today={today} />
          {session.scopes.includes('admin') && <SaveMapping mapping={upload.mapping!} />}
        </section>
      )}
    </main>
  )
}

/** A heading that comes to the top of the window and takes the focus when its step begins, so that everybody continues there.
 *  A screen reader reads it with the result. */
function StepHeading({ id, isNew, children }: { id: string; isNew: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return
    heading.current!.scrollIntoView({ block: 'start' })
    heading.current!.focus({ preventScroll: true })
  }, [isNew])
  return (
    <h2 id={id} ref={heading} tabIndex={-1} aria-describedby="result">
      {children}
    </h2>
  )
}

/** The mapping, and the button that checks the file with it. */
function Columns({ upload }: { upload: UploadControl }) {
  const { say, fill, locale } = useTexts('upload')
  const { state, read, mapping, progress } = upload
  const { guess } = read!
  const { missing, unread } = incompleteFields(mapping!, guess)
  const undecided = upload.doubts.map(({ field }) => field).filter((field) => !unread.includes(field))
  const isIncomplete = missing.length + unread.length > 0
  const isBusy = state === 'checking' || state === 'sending'
  const named = (names: string[]) => new Intl.ListFormat(locale).format(names.map((name) => fieldLabel(say, name)))
  return (
    <section class="card step" aria-labelledby="columns">
      <h2 id="columns">{say.steps.columns}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isIncomplete) upload.check()
        }}
      >
        <fieldset class="fields" disabled={isBusy}>
          <ColumnsForm
            missing={missing}
            doubts={upload.doubts}
            onSettle={upload.settle}
            read={read!}
            mapping={mapping!}
            target={targetOf(mapping!, guess)}
            onEdit={upload.edit}
          />
        </fieldset>
        {missing.length > 0 && <p class="fault">{fill(say.missing, { fields: named(missing) })}</p>}
        {unread.length > 0 && <p class="fault">{fill(say.unreadDates, { fields: named(unread) })}</p>}
        {undecided.length > 0 && (
          <p class="caution">{fill(say.undecided, { fields: named([...new Set(undecided)]) })}</p>
        )}
        <FaultNote upload={upload} step="columns" />
        {state === 'checking' ? (
          <Progress label={progress < 1 ? say.uploading : say.checking} progress={progress} onStop={upload.stop} />
        ) : (
          <div class="row">
            <button type="submit" class={state === 'mapping' ? 'main' : ''} disabled={isIncomplete || isBusy}>
              {state === 'mapping' ? say.check : say.checkAgain}
            </button>
          </div>
        )}
      </form>
    </section>
  )
}

/** A name as the service accepts it: 1–64 of A–Z a–z 0–9 . _ ~ - */
const mappingNameOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.~-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)

/** Saves the mapping under a name, so that the next file of these columns needs no choices. */
function SaveMapping({ mapping }: { mapping: Mapping }) {
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
      <Fault>{typeof state === 'object' && 'kind' in state && fill(say.faults[state.kind], { name: '' })}</Fault>
    </form>
  )
}
