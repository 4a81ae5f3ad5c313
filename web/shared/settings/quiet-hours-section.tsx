import type { QuietHours } from '../../../client/client.ts'
import { useWords } from '../language.tsx'
import { Holidays } from './holidays.tsx'
import { PeriodFields } from './period-fields.tsx'
import { SettingForm } from './setting-form.tsx'
import { useSetting } from './use-setting.ts'
import { faultOfWeek } from './week.ts'
import { WeekBars } from './week-bars.tsx'

/** The hours of the week, and the days, on which contacts get no messages. */
export function QuietHoursSection() {
  const setting = useSetting<QuietHours>('quiet-hours', {
    read: (client, id) => client.quietHours(id),
    write: (client, id, quietHours, etag) => client.setQuietHours(id, quietHours, etag),
  })
  return (
    <SettingForm
      setting={setting}
      fault={setting.draft && faultOfWeek(setting.draft.hours)}
      saved={useWords('settings').saved}
      changeOf={(quiet_hours) => ({ quiet_hours })}
    >
      {(draft) => (
        <>
          <WeekBars periods={draft.hours} />
          <PeriodFields periods={draft.hours} onChange={(hours) => setting.edit({ ...draft, hours })} />
          <Holidays days={draft.holidays} onChange={(holidays) => setting.edit({ ...draft, holidays })} />
        </>
      )}
    </SettingForm>
  )
}
