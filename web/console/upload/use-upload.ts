import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { channelNames } from '../../../client/choices.ts'
import type { CsvReport, Mapping, MappingGuess, NamedMapping } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import { fitsHeader } from '../../shared/mapping/mapped-fields.ts'
import { type FileFault, kindOfFile } from './file-kind.ts'
import { ofFile } from './file-mapping.ts'
import { readsFile } from './incomplete-fields.ts'
import { openDoubts } from './open-doubts.ts'
import { sendFile } from './send-file.ts'
import { type UploadFault, uploadFaultOf } from './upload-fault.ts'
import { afterEvent, isMidway } from './upload-state.ts'
import type { CsvSheet } from './workbook/convert.ts'
import { csvFileOf, readWorkbook } from './workbook/read-workbook.ts'

// The service guesses from the first 64 KiB, and must see that the file is longer.
const guessedBytes = 96 * 1024

/** A file that the service has looked into. */
export interface ReadFile {
  /** What the service reads: the chosen file, or a sheet of the chosen workbook as CSV. */
  file: File
  chosen: File
  sheet: CsvSheet | undefined
  guess: MappingGuess
  saved: NamedMapping[]
  /** Whether the page proposes the mapping of the file before. */
  isKept: boolean
  /** The name of the saved mapping that it proposes otherwise. */
  fitting: string | undefined
}

/** An upload: a file, the mapping of its columns, and what the service reports. An error keeps all of them. */
export function useUpload(session: Session) {
  const { token, entity } = session
  const [state, happens] = useReducer(afterEvent, 'empty' as const)
  const [chosen, setChosen] = useState<File>()
  /** The sheets of the chosen workbook. */
  const [sheets, setSheets] = useState<CsvSheet[]>([])
  const [sheet, setSheet] = useState<CsvSheet>()
  const [read, setRead] = useState<ReadFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [report, setReport] = useState<CsvReport>()
  const [settled, setSettled] = useState<string[]>([])
  const [fault, setFault] = useState<UploadFault>()
  const [progress, setProgress] = useState(0)
  const ending = useRef(new AbortController())
  /** Two clicks can come before the page shows the new state. */
  const isBusy = useRef(false)

  useEffect(() => () => ending.current.abort(), [])
  useLeaveWarning(isMidway(state))

  /** Runs a step whose failure keeps what there is. The step returns why it refuses the file. */
  async function attempt(file: File, step: (signal: AbortSignal) => Promise<FileFault | undefined>) {
    if (isBusy.current) return
    isBusy.current = true
    setFault(undefined)
    ending.current = new AbortController()
    const { signal } = ending.current
    try {
      const refusal = await step(signal)
      if (refusal === undefined) return
      happens('failed')
      setFault({ kind: refusal, detail: file.name })
    } catch (error) {
      happens('failed')
      // A file that the browser cannot read looks like a lost connection.
      const kind = await kindOfFile(file)
      if (signal.aborted) return
      setFault(kind === 'csv' || kind === 'workbook' ? uploadFaultOf(error) : { kind, detail: file.name })
    } finally {
      isBusy.current = false
    }
  }

  async function choose(file: File) {
    if (isBusy.current) return
    setChosen(file)
    setSheets([])
    setSheet(undefined)
    happens('choose')
    await attempt(file, async (signal) => {
      const kind = await kindOfFile(file)
      if (kind === 'csv') return look({ file, chosen: file, sheet: undefined }, signal)
      if (kind !== 'workbook') return kind
      const found = await readWorkbook(file, signal)
      if (typeof found === 'string') return found
      setSheets(found)
      if (found.length === 1) return lookIntoSheet(file, found[0]!, signal)
      happens('ask')
      return undefined
    })
  }

  async function chooseSheet(sheet: CsvSheet) {
    if (isBusy.current) return
    happens('choose')
    await attempt(chosen!, (signal) => lookIntoSheet(chosen!, sheet, signal))
  }

  async function lookIntoSheet(workbook: File, sheet: CsvSheet, signal: AbortSignal) {
    setSheet(sheet)
    const file = csvFileOf(workbook, sheet)
    return typeof file === 'string' ? file : look({ file, chosen: workbook, sheet }, signal)
  }

  /** Shows the service the beginning of a CSV file. */
  async function look(source: Pick<ReadFile, 'file' | 'chosen' | 'sheet'>, signal: AbortSignal) {
    const { file } = source
    const { guess, saved } = await guessFile(session, file, signal)
    if (guess.rows.length === 0 && file.size <= guessedBytes) return 'no-rows' as const
    // The numbers of columns fit any file without a header.
    const fitting = guess.mapping.header === false ? undefined : saved.find((one) => fitsHeader(one.mapping, guess))
    // A corrected file has the columns of the one that was checked before, and maybe that of the faults.
    const isKept =
      (report !== undefined || read?.isKept === true) &&
      read!.guess.columns.every(({ name }) => guess.columns.some((one) => one.name === name)) &&
      readsFile(mapping!, guess)
    setRead({ ...source, guess, saved, isKept, fitting: fitting?.name })
    setMapping(ofFile(isKept ? mapping! : (fitting?.mapping ?? guess.mapping), guess))
    setReport(undefined)
    setSettled([])
    happens('read')
    return undefined
  }

  const submit = (given: Mapping, isDryRun: boolean) =>
    attempt(read!.file, async (signal) => {
      happens(isDryRun ? 'check' : 'send')
      setProgress(0)
      const sending = { token, entityId: entity.id, mapping: given, isDryRun, signal, onProgress: setProgress }
      setReport(await sendFile(read!.file, sending))
      happens(isDryRun ? 'checked' : 'sent')
      return undefined
    })

  function edit(changed: Mapping) {
    setMapping(changed)
    happens('edit')
  }

  return {
    state,
    chosen,
    mapping,
    report,
    fault,
    progress,
    choose,
    sheets,
    sheet,
    chooseSheet,
    edit,
    /** The doubts that nobody has settled. Nothing is sent before. */
    doubts: read && mapping ? openDoubts(mapping, read, settled) : [],
    settle: (field: string) => setSettled([...settled, field]),
    /** What the service has seen of the chosen file. */
    read: read?.chosen === chosen && read?.sheet === sheet ? read : undefined,
    check: () => submit(mapping!, true),
    /** Checks again with another mapping. */
    checkWith(changed: Mapping) {
      edit(changed)
      return submit(changed, true)
    },
    unsent: unsentNotices(session, mapping),
    send: () => submit(mapping!, false),
    stop: () => ending.current.abort(),
  }
}

export type Upload = ReturnType<typeof useUpload>

/** Makes the browser ask before somebody leaves the page. */
function useLeaveWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

/** Returns the guess at the mapping of a file, and the mappings that the clinic has saved. */
async function guessFile({ token, entity }: Session, file: File, signal: AbortSignal) {
  const client = connect(token, { signal, retries: 1 })
  const [guess, saved] = await Promise.all([
    client.guessMapping(entity.id, file.slice(0, guessedBytes)),
    client.mappings(entity.id),
  ])
  return { guess, saved }
}

type Channel = (typeof channelNames)[number]

/** The notices of a file that do not leave the service. */
interface UnsentNotices {
  reason: NonNullable<Session['unsent']>['reason']
  channels: Channel[]
  /** `all`: the file has addresses in these channels only. */
  extent: 'all' | 'some'
}

/** Returns which notices of the mapped columns the service would write to files; undefined for none. */
function unsentNotices({ unsent }: Pick<Session, 'unsent'>, mapping: Mapping | undefined): UnsentNotices | undefined {
  if (!unsent || !mapping) return undefined
  const used = channelNames.filter((name) => mapping.fields[name] !== undefined)
  const channels = used.filter((name) => unsent.channels.includes(name))
  if (channels.length === 0) return undefined
  return { reason: unsent.reason, channels, extent: channels.length === used.length ? 'all' : 'some' }
}
