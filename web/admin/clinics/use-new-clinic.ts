import { useState } from 'preact/hooks'
import { type Client, type Entity, type NewEntity, ProblemError } from '../../../client/client.ts'
import { pickLocale } from '../../../client/words.ts'
import { useWords } from '../../shared/language.tsx'
import { drafts } from '../../shared/loading/drafts.ts'
import { changedNames } from '../../shared/settings/merge.ts'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { suggestedId } from './suggested-id.ts'
import { type ClinicValues, newEntityOf, newValues, valuesOf } from './values.ts'

const draftName = 'new-clinic'

interface Draft {
  values: ClinicValues
  /** As somebody has typed it; undefined while it follows the name. */
  id?: string
}

/** Whether somebody has begun to describe a new clinic. */
export const hasNewClinic = () => drafts.has(draftName)

/** A new clinic, which stays in this tab until the service has it. Its zone and language are those of the browser. */
export function useNewClinic(token: string, onCreated: (entity: Entity) => void) {
  const { lost } = useWords('admin-clinics').refused
  const { run, isRunning, fault } = useAction<Attempt>(token, lost)
  const { draft, edit, clear } = useDraft<Draft>(draftName, { values: browserValues() })
  const [attempt, setAttempt] = useState<Attempt>()
  const id = draft.id ?? suggestedId(draft.values.name)

  return {
    id,
    values: draft.values,
    isRunning,
    fault,
    refused: attempt && 'refused' in attempt ? attempt : undefined,
    edit(change: Partial<Draft>) {
      edit(change)
      setAttempt(undefined)
    },
    discard: clear,
    async create() {
      const made = await run((client) => createClinic(client, newEntityOf(id, draft.values)))
      setAttempt(made)
      if (!made || !('entity' in made)) return
      clear()
      onCreated(made.entity)
    },
  }
}

const browserValues = () =>
  newValues(new Intl.DateTimeFormat().resolvedOptions().timeZone, pickLocale(...navigator.languages).locale)

/** What became of an attempt. */
type Attempt =
  | { entity: Entity }
  | { refused: 'exists' | 'not-all' }
  | { refused: 'fields'; errors: ProblemError['errors'] }

/** Adds a clinic, or finds the one that an earlier attempt without a response has added. */
async function createClinic(client: Client, given: NewEntity): Promise<Attempt> {
  try {
    return { entity: (await client.createEntity(given)).resource }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'all-entities-required') return { refused: 'not-all' }
    if (error.code === 'invalid-body') return { refused: 'fields', errors: error.errors }
    if (error.code !== 'entity-exists') throw error
  }
  const entity = await client.entity(given.id)
  return changedNames(valuesOf(entity), valuesOf(given)).length === 0 ? { entity } : { refused: 'exists' }
}
