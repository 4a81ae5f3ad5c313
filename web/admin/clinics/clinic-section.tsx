import { useWords } from '../../shared/language.tsx'
import { SettingForm } from '../../shared/settings/setting-form.tsx'
import type { SectionProps } from '../section.ts'
import { ClinicFields } from './clinic-fields.tsx'
import { faultsOf, isTimeZone } from './faults.ts'
import { LogoField } from './logo-field.tsx'
import { MovedDays } from './moved-days.tsx'
import { RetiredNote } from './retired-note.tsx'
import { useClinic } from './use-clinic.ts'
import { useFieldFaults } from './use-field-faults.ts'
import { newValues } from './values.ts'

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
            <LogoField />
          </>
        )}
      </SettingForm>
    </>
  )
}
