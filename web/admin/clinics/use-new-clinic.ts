import { useState } from 'preact/hooks'
import type { Entity } from '../../../client/client.ts'
import { pickLocale } from '../../../client/words.ts'
import { drafts } from '../../settings/drafts.ts'
import { useAction } from '../use-action.ts'
import { type Attempt, createClinic } from './create-clinic.ts'
import { suggestedId } from './suggested-id.ts'
import { type ClinicValues, newEntityOf, newValues } from './values.ts'

const draftName = 'new-clinic'

interface Draft {
  values: ClinicValues
  /** As somebody has typed it; undefined while it follows the name. */
  id?: string
}

/** Whether somebody has begun to describe a new clinic. */
export const hasNewClinic = () => drafts.of(draftName) !== undefined

/** A new clinic, which stays in this tab until the service has it. Its zone and language are those of the browser. */
export function useNewClinic(token: string, onCreated: (entity: Entity) => void) {
  const { run, isRunning, fault } = useAction<Attempt>(token)
  const [draft, setDraft] = useState<Draft>(() => drafts.of<Draft>(draftName) ?? { values: browserValues() })
  const [attempt, setAttempt] = useState<Attempt>()
  const id = draft.id ?? suggestedId(draft.values.name)

  return {
    ...{ id, values: draft.values, isRunning, fault },
    refused: attempt && 'refused' in attempt ? attempt : undefined,
    edit(change: Partial<Draft>) {
      const next = { ...draft, ...change }
      drafts.set(draftName, next)
      setDraft(next)
      setAttempt(undefined)
    },
    discard: () => drafts.set(draftName, undefined),
    async create() {
      const made = await run((client) => createClinic(client, newEntityOf(id, draft.values)))
      setAttempt(made)
      if (!made || !('entity' in made)) return
      drafts.set(draftName, undefined)
      onCreated(made.entity)
    },
  }
}

const browserValues = () =>
  newValues(new Intl.DateTimeFormat().resolvedOptions().timeZone, pickLocale(...navigator.languages).locale)
