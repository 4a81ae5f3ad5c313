import type { Reminders } from '../../../client/client.ts'
import { useWords } from '../language.tsx'
import { SequenceFields } from './sequence-fields.tsx'
import { SettingForm } from './setting-form.tsx'
import { faultOfSequences } from './steps.ts'
import { useSetting } from './use-setting.ts'

/** The reminders of each plugin. */
export function RemindersSection() {
  const setting = useSetting<Reminders>('reminders', {
    read: (client, id) => client.reminders(id),
    write: (client, id, reminders, etag) => client.setReminders(id, reminders, etag),
  })
  return (
    <SettingForm
      setting={setting}
      fault={setting.draft && faultOfSequences(setting.draft.sequences)}
      saved={useWords('settings').saved}
      changeOf={(reminders) => ({ reminders })}
    >
      {({ sequences }) =>
        sequences.map((sequence, index) => (
          <SequenceFields
            key={`${sequence.category}/${sequence.target}`}
            sequence={sequence}
            onChange={(steps) => setting.edit({ sequences: sequences.with(index, { ...sequence, steps }) })}
          />
        ))
      }
    </SettingForm>
  )
}
