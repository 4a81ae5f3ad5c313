import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { CsvReport, Mapping, MappingGuess, NamedMapping } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'
import { faultOfFile } from './file-kind.ts'
import { fitsHeader } from './mapped-fields.ts'
import { sendFile } from './send-file.ts'
import { type UploadFault, uploadFaultOf } from './upload-fault.ts'
import { afterEvent, isMidway } from './upload-state.ts'

// The service guesses from the first 64 KiB, and must see that the file is longer.
const guessedBytes = 96 * 1024

/** A file that the service has looked into. */
export interface ReadFile {
  file: File
  guess: MappingGuess
  saved: NamedMapping[]
}

/** An upload: a file, the mapping of its columns, and what the service reports. An error keeps all of them. */
export function useUpload({ token, entity }: Session) {
  const [state, happens] = useReducer(afterEvent, 'empty' as const)
  const [chosen, setChosen] = useState<File>()
  const [read, setRead] = useState<ReadFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [report, setReport] = useState<CsvReport>()
  const [fault, setFault] = useState<UploadFault>()
  const [progress, setProgress] = useState(0)
  const ending = useRef(new AbortController())
  /** Two clicks can come before the page shows the new state. */
  const isBusy = useRef(false)

  useEffect(() => () => ending.current.abort(), [])
  useEffect(() => {
    if (!isMidway(state)) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isMidway(state)])

  /** Runs a step whose failure keeps what there is. */
  async function attempt(file: File, step: (signal: AbortSignal) => Promise<void>) {
    if (isBusy.current) return
    isBusy.current = true
    setFault(undefined)
    ending.current = new AbortController()
    const { signal } = ending.current
    try {
      await step(signal)
    } catch (error) {
      happens('failed')
      // A file that the browser cannot read looks like a lost connection.
      const kind = await faultOfFile(file)
      if (!signal.aborted) setFault(kind ? { kind, detail: '' } : uploadFaultOf(error))
    } finally {
      isBusy.current = false
    }
  }

  async function choose(file: File) {
    if (isBusy.current) return
    const kind = await faultOfFile(file)
    if (kind) return setFault({ kind, detail: file.name })
    setChosen(file)
    happens('choose')
    await attempt(file, async (signal) => {
      const client = connect(token, { signal, retries: 1 })
      const [guess, saved] = await Promise.all([
        client.guessMapping(entity.id, file.slice(0, guessedBytes)),
        client.mappings(entity.id),
      ])
      const fitting = saved.find((one) => fitsHeader(one.mapping, guess))
      // A corrected file has the columns of the one before, and maybe that of the faults.
      const kept = read?.guess.columns.every(({ name }) => guess.columns.some((one) => one.name === name))
        ? mapping
        : undefined
      setRead({ file, guess, saved })
      setMapping(ofFile(kept ?? fitting?.mapping ?? guess.mapping, guess))
      setReport(undefined)
      happens('read')
    })
  }

  const submit = (given: Mapping, isDryRun: boolean) =>
    attempt(read!.file, async (signal) => {
      happens(isDryRun ? 'check' : 'send')
      setProgress(0)
      const sending = { token, entityId: entity.id, mapping: given, isDryRun, signal, onProgress: setProgress }
      setReport(await sendFile(read!.file, sending))
      happens(isDryRun ? 'checked' : 'sent')
    })

  function edit(changed: Mapping) {
    setMapping(changed)
    happens('edit')
  }

  return {
    ...{ state, chosen, read, mapping, report, fault, progress, choose, edit },
    check: () => submit(mapping!, true),
    /** Checks again with another mapping. */
    checkWith(changed: Mapping) {
      edit(changed)
      return submit(changed, true)
    },
    send: () => submit(mapping!, false),
    stop: () => ending.current.abort(),
  }
}

export type Upload = ReturnType<typeof useUpload>

/** The mapping of another file of the same columns. The file decides about its charset and its separator. */
export function ofFile(mapping: Mapping, { mapping: { charset, separator } }: Pick<MappingGuess, 'mapping'>): Mapping {
  return { ...mapping, ...(charset && { charset }), ...(separator !== undefined && { separator }) }
}
