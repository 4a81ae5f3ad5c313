import type { CsvReport } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { fieldLabel } from '../../shared/mapping/field-label.ts'
import { FaultNote } from './fault-note.tsx'
import { noticesOf } from './notices-of.ts'
import { Progress } from './progress.tsx'
import { useReason } from './use-reason.tsx'
import type { Upload } from './use-upload.ts'

/** The last step. It sends the file with the mapping that was checked. */
export function SendFile({ upload, report }: { upload: Upload; report: CsvReport }) {
  const { say, fill, locale } = useTexts('upload')
  const { state, progress, send, stop, doubts } = upload
  const { created, moved, updated } = report.outcomes
  const notices = noticesOf(report)
  if (!report.complete) return <p class="caution">{say.correctFirst}</p>
  if (created + moved + updated === 0) return <NothingToSend report={report} />
  if (doubts.length > 0) {
    const fields = [...new Set(doubts.map(({ field }) => fieldLabel(say, field)))]
    return <p class="caution">{fill(say.undecided, { fields: new Intl.ListFormat(locale).format(fields) })}</p>
  }
  return (
    <div class="sending">
      <p class="hint">
        {report.faulty > 0 && fill(say.withoutFaulty, { count: report.faulty })}{' '}
        {updated > 0 && fill(say.changesToo, { count: updated })} <SendingTime upload={upload} report={report} />
      </p>
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

interface SendingTimeProps {
  upload: Pick<Upload, 'unsent'>
  report: CsvReport
}

/** When the notices go out, and which of them nobody gets. */
export function SendingTime({ upload: { unsent }, report: { quiet_until } }: SendingTimeProps) {
  const { time } = useSignedIn()
  const { say, fill, locale } = useTexts('upload')
  const { channels: names } = useWords('console')
  if (unsent?.extent === 'all') return <strong class="caution">{say.unsent[unsent.reason]}</strong>
  return (
    <>
      {quiet_until === undefined ? say.sendNow : fill(say.quietUntil, { time: time.moment(quiet_until) })}{' '}
      {unsent && (
        <strong class="caution">
          {fill(say.unsentSome, {
            channels: new Intl.ListFormat(locale).format(unsent.channels.map((name) => names[name])),
          })}
        </strong>
      )}
    </>
  )
}

function NothingToSend({ report: { rows, faulty, faults } }: { report: CsvReport }) {
  const say = useWords('upload')
  const reasonOf = useReason()
  if (faulty === 0 || faulty < rows) return <p class="caution">{faulty > 0 ? say.othersKnown : say.nothingNew}</p>
  const { column, reason } = mostFrequent(faults)
  return (
    <p class="fault">
      {say.noneSendable} {column !== undefined && <span dir="auto">{column}:</span>} {reasonOf(reason)}
    </p>
  )
}

function mostFrequent(faults: CsvReport['faults']) {
  const counts = new Map<string, number>()
  const kindOf = ({ column, reason }: (typeof faults)[number]) => `${column} ${reason}`
  for (const fault of faults) counts.set(kindOf(fault), (counts.get(kindOf(fault)) ?? 0) + 1)
  return faults.toSorted((one, other) => counts.get(kindOf(other))! - counts.get(kindOf(one))!)[0]!
}
