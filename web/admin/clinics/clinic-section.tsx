import { useEffect, useRef } from 'preact/hooks'
import type { Entity, MovedDay, TaggedResource } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { SettingForm } from '../../shared/settings/setting-form.tsx'
import { useSetting } from '../../shared/settings/use-setting.ts'
import type { SectionProps } from '../section.ts'
import { BrandFields } from './brand-fields.tsx'
import { ClinicFields } from './clinic-fields.tsx'
import { faultsOf, isTimeZone } from './faults.ts'
import { LogoField } from './logo-field.tsx'
import { RetireOrRestore } from './retire-or-restore.tsx'
import { withEntity } from './session-entity.ts'
import { useFieldFaults } from './use-field-faults.ts'
import { type ClinicValues, changesOf, newValues, valuesOf } from './values.ts'

const nothing = newValues('UTC', 'en')

/** The properties of the clinic. */
export function ClinicSection({ control }: SectionProps) {
  const { saved } = useWords('admin')
  const setting = useClinic({ control })
  const { draft, stored, state, fault } = setting
  const refused = state === 'unsaved' ? (fault?.errors ?? []) : []
  const faults = useFieldFaults(draft ?? nothing, refused)
  const isFaulty = draft !== undefined && Object.keys(faultsOf(draft)).length > 0
  return (
    <>
      <RetiredNote control={control} />
      <SettingForm setting={setting} saved={saved} fault={isFaulty ? 'fields' : undefined}>
        {(draft) => (
          <>
            <ClinicFields
              values={draft}
              faults={faults}
              onChange={setting.edit}
              zoneNote={
                stored &&
                draft.time_zone !== stored.time_zone &&
                isTimeZone(draft.time_zone) && <MovedDays zone={draft.time_zone} />
              }
            />
            <BrandFields values={draft} faults={faults} onChange={setting.edit} />
            <LogoField />
          </>
        )}
      </SettingForm>
    </>
  )
}

/** Says that the clinic is retired, and restores it. */
function RetiredNote({ control }: SectionProps) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-clinics')
  const { entity } = session
  if (entity.retired_at === undefined) return null
  return (
    <section class="retired-note" aria-label={say.retired}>
      <p>
        <strong>{fill(say.retiredSince, { at: time.moment(entity.retired_at) })}</strong> {say.retiredAbout}
      </p>
      <RetireOrRestore entity={entity} onChanged={(changed) => control.choose(withEntity(session, changed))} />
    </section>
  )
}

/** The properties of the session's entity, with a draft of their change. */
function useClinic({ control }: SectionProps) {
  const { session } = useSignedIn()
  const latest = useRef<typeof session>(undefined)
  latest.current = session
  useEffect(
    () => () => {
      latest.current = undefined
    },
    [],
  )

  /** The headings and the choice of the clinic have a new version, too, unless somebody has meanwhile left the clinic. */
  function noted({ resource, etag }: TaggedResource<Entity>): TaggedResource<ClinicValues> {
    const current = latest.current
    if (current && JSON.stringify(current.entity) !== JSON.stringify(resource))
      control.choose(withEntity(current, resource))
    return { resource: valuesOf(resource), etag }
  }

  return useSetting<ClinicValues>('clinic', {
    read: async (client, id) => noted(await client.taggedEntity(id)),
    write: async (client, id, values, etag, stored) =>
      noted(await client.changeEntity(id, changesOf(stored, values), etag)),
  })
}

/** The days that are shown at first. */
const maxShown = 5

/** Which coming visits another time zone moves to another day. */
function MovedDays({ zone }: { zone: string }) {
  const { say, fill } = useTexts('admin-clinics', 'moved')
  const moved = useMovedDays(zone)
  const days = Array.isArray(moved) ? moved : []
  return (
    <section class="moved-days" aria-label={say.title}>
      <p role="status">
        {moved === undefined && say.counting}
        {moved === 'failed' && say.failed}
        {Array.isArray(moved) &&
          (days.length === 0
            ? say.none
            : fill(say.total, { count: days.reduce((sum, { visits }) => sum + visits, 0) }))}
      </p>
      <MovedList days={days.slice(0, maxShown)} />
      {days.length > maxShown && (
        <details>
          <summary>{fill(say.more, { count: days.length - maxShown })}</summary>
          <MovedList days={days.slice(maxShown)} />
        </details>
      )}
      <p class="hint">{say.past}</p>
    </section>
  )
}

function MovedList({ days }: { days: MovedDay[] }) {
  const { say, fill, locale } = useTexts('admin-clinics', 'moved')
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const written = (day: string) => format.format(new Date(`${day}T00:00:00Z`))
  return (
    <ul>
      {days.map(({ day, new_day, visits }) => (
        <li key={`${day} ${new_day}`}>{fill(say.line, { count: visits, from: written(day), to: written(new_day) })}</li>
      ))}
    </ul>
  )
}

const settleAfterMs = 300

/** Returns the days that coming visits leave in another time zone, when the typing pauses. Undefined while it counts. */
function useMovedDays(time_zone: string): MovedDay[] | 'failed' | undefined {
  const { entity } = useSignedIn().session
  const { found, error } = useLoaded(`${entity.id} ${time_zone}`, async (client, signal) => {
    await pause(settleAfterMs, [signal, 'abort'])
    return client.previewEntity(entity.id, { time_zone })
  })
  return error === undefined ? found?.moved_days : 'failed'
}
