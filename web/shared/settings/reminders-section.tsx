import type { Reminders } from '../../../client/client.ts'
import type { Session } from '../access/session.ts'
import { useWords } from '../language.tsx'
import { SequenceFields } from './sequence-fields.tsx'
import { SettingForm } from './setting-form.tsx'
import { faultOfSequences } from './steps.ts'
import { useSetting } from './use-setting.ts'

/** The reminders of each plugin. */
export function RemindersSection({ session }: { session: Session }) {
  const setting = useSetting<Reminders>(session, 'reminders', {
    read: (client, id) => client.reminders(id),
    write: (client, id, reminders, etag) => client.setReminders(id, reminders, etag),
  })
  return (
    <SettingForm
      session={session}
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
