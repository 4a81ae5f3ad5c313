import { useTexts } from '../../shared/language.tsx'
import { type FileFault, refusals, workbookFaults } from './file-kind.ts'
import type { Upload } from './use-upload.ts'
import { maxRows } from './workbook/read-workbook.ts'

type Step = 'file' | 'columns' | 'check'

// A fault of the file itself is said beside the file.
const ofFile: string[] = [...refusals, 'unreadable'] satisfies FileFault[]

const stepOf = ({ state, fault }: Upload): Step => {
  if (fault && ofFile.includes(fault.kind)) return 'file'
  if (state === 'mapping') return 'columns'
  return state === 'checked' ? 'check' : 'file'
}

/** Says beside the button of a step why it failed, and what to do. */
export function FaultNote({ upload, step }: { upload: Upload; step: Step }) {
  const { fault } = upload
  return <div role="alert">{fault && stepOf(upload) === step && <Fault upload={upload} fault={fault} />}</div>
}

function Fault({ upload, fault: { kind, detail } }: { upload: Upload; fault: NonNullable<Upload['fault']> }) {
  const { say, fill, locale } = useTexts('upload')
  const workbookFault = workbookFaults.find((one) => one === kind)
  if (workbookFault) {
    return (
      <div class="advice">
        <p>
          <strong>{fill(say.faults[workbookFault], { name: detail, max: maxRows.toLocaleString(locale) })}</strong>
        </p>
        <ul>
          {Object.values(say.programs).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>{say.thenChoose}</p>
      </div>
    )
  }
  const isResent = kind === 'no-connection' && upload.state === 'checked'
  return (
    <p class="fault">
      {isResent ? say.sendAgain : fill(say.faults[kind], { name: detail })}{' '}
      {kind === 'refused' && <span lang="en">{detail}</span>}
    </p>
  )
}
