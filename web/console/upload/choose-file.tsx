import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTexts } from '../../shared/language.tsx'
import { FaultNote } from './fault-note.tsx'
import { refusals } from './file-kind.ts'
import type { ReadFile, Upload } from './use-upload.ts'

/** Chooses or drops a file, and says what is wrong with it. */
export function ChooseFile({ upload }: { upload: Upload }) {
  const { say, fill } = useTexts('upload')
  const { state, chosen, read, fault, choose } = upload
  const isRefused = refusals.some((kind) => kind === fault?.kind)
  const isBusy = state === 'reading' || state === 'checking' || state === 'sending'
  const section = useRef<HTMLElement>(null)
  const proposal = ({ isKept, fitting }: ReadFile) =>
    isKept ? say.kept : fitting === undefined ? say.understood : fill(say.savedColumns, { name: fitting })
  const isOver = useDroppedFile(section, (file) => !isBusy && choose(file))
  return (
    <section ref={section} class="card step" aria-labelledby="file">
      <h2 id="file">{say.steps.file}</h2>
      <div class={`drop ${isOver ? 'over' : ''}`}>
        {chosen && <FileLine upload={upload} />}
        <label class={`button ${chosen && !isRefused ? '' : 'main'}`}>
          {chosen ? say.another : say.choose}
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv,.xlsx,.xlsm,.xlsb,.xls,.ods,.numbers"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) choose(file)
              // The same file can be chosen again after a correction.
              currentTarget.value = ''
            }}
          />
        </label>
        {!chosen && <p class="hint">{say.drop}</p>}
      </div>
      {!chosen && <p class="hint">{say.needs}</p>}
      {read?.sheet && <SheetNotes sheet={read.sheet} />}
      <FaultNote upload={upload} step="file" />
      {state === 'unread' && !isRefused && (
        <div class="row">
          <button type="button" class="main" onClick={() => choose(chosen!)}>
            {say.again}
          </button>
        </div>
      )}
      <div aria-live="polite">{upload.sheets.length > 1 && <ChooseSheet upload={upload} isBusy={isBusy} />}</div>
      <p role="status">
        {state === 'reading' && say.reading}
        {read && state === 'mapping' && proposal(read)}
      </p>
    </section>
  )
}

/** The sheets of a workbook. A person chooses the one with the appointments. */
function ChooseSheet({ upload: { sheets, sheet, chooseSheet }, isBusy }: { upload: Upload; isBusy: boolean }) {
  const { say, fill } = useTexts('upload')
  return (
    <fieldset class="sheets" disabled={isBusy}>
      <legend>{say.whichSheet}</legend>
      {sheets.map((one) => (
        <button type="button" key={one.name} aria-pressed={one === sheet} onClick={() => chooseSheet(one)}>
          <bdi>{one.name}</bdi> <span class="hint">{fill(say.sheetRows, { rows: one.rows })}</span>{' '}
          {one.isHidden && <span class="hint">{say.hiddenSheet}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** The hidden rows that the CSV has, and the error cells that it lacks. */
function SheetNotes({ sheet: { hiddenRows, errors } }: { sheet: NonNullable<ReadFile['sheet']> }) {
  const { say, fill } = useTexts('upload')
  return (
    <>
      {hiddenRows > 0 && <p class="caution">{fill(say.hiddenRows, { count: hiddenRows })}</p>}
      {errors > 0 && <p class="caution">{fill(say.errorCells, { count: errors })}</p>}
    </>
  )
}

const charsetNames: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16': 'UTF-16',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  macintosh: 'Macintosh',
}

function FileLine({ upload: { chosen, read } }: { upload: Upload }) {
  const { say, locale } = useTexts('upload')
  const { charset, separator } = read?.guess.mapping ?? {}
  const kilobytes = Math.max(1, Math.round(chosen!.size / 1024))
  const size = { style: 'unit', unit: kilobytes < 1024 ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 } as const
  const separators: Record<string, string> = {
    ',': say.separators.comma,
    ';': say.separators.semicolon,
    '\t': say.separators.tab,
    '|': say.separators.bar,
  }
  return (
    <p>
      <strong dir="auto">{chosen!.name}</strong>
      <br />
      <span class="hint">
        {[
          (kilobytes < 1024 ? kilobytes : kilobytes / 1024).toLocaleString(locale, size),
          ...(read?.sheet ? [read.sheet.name] : [separators[separator ?? ''], charsetNames[charset ?? '']]),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}

/** Takes a file that somebody drops anywhere on the page while the element is visible. Returns whether one is above the page.
 *  Without it, the browser would leave the page and open the file. */
function useDroppedFile(element: RefObject<HTMLElement | null>, take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(
        name,
        (event) => {
          if (element.current?.closest('[hidden]')) return
          event.preventDefault()
          react(event)
        },
        { signal: ending.signal },
      )
    listen('dragover', () => setOver(true))
    listen('dragleave', () => setOver(false))
    listen('drop', ({ dataTransfer }) => {
      setOver(false)
      const file = dataTransfer?.files[0]
      if (file) take(file)
    })
    return () => ending.abort()
  })
  return isOver
}
