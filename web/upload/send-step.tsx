import type { CsvReport } from '../../client/client.ts'
import { useFormat, useWords } from '../language.tsx'
import { FaultNote } from './fault-note.tsx'
import { noticesOf } from './notices-of.ts'
import { Progress } from './progress.tsx'
import type { Upload } from './use-upload.ts'

/** The last step. It sends the file with the mapping that was checked. */
export function SendFile({ upload, report }: { upload: Upload; report: CsvReport }) {
  const say = useWords('upload')
  const fill = useFormat()
  const { state, progress, send, stop } = upload
  const { created, moved, updated } = report.outcomes
  const notices = noticesOf(report)
  if (!report.complete) return <p class="caution">{say.correctFirst}</p>
  if (created + moved + updated === 0) return <p class="caution">{say.nothingNew}</p>
  return (
    <div class="sending">
      <p class="hint">{report.faulty > 0 ? fill(say.withoutFaulty, { count: report.faulty }) : say.sendAbout}</p>
      <FaultNote upload={upload} step="check" />
      {state === 'sending' ? (
        <Progress label={progress < 1 ? say.uploading : say.sending} progress={progress} onStop={stop} />
      ) : (
        <div class="row">
          <button type="button" class="main" onClick={send}>
            {notices > 0 ? fill(say.send, { count: notices }) : say.store}
          </button>
        </div>
      )}
    </div>
  )
}
