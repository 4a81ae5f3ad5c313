import type { QuietHours } from '../../client/client.ts'
import type { Session } from '../access/session.ts'
import { Holidays } from './holidays.tsx'
import { PeriodFields } from './period-fields.tsx'
import { SettingForm } from './setting-form.tsx'
import { useSetting } from './use-setting.ts'
import { faultOfWeek } from './week.ts'
import { WeekBars } from './week-bars.tsx'

/** The hours of the week, and the days, on which contacts get no messages. */
export function QuietHoursSection({ session }: { session: Session }) {
  const setting = useSetting<QuietHours>(session, {
    read: (client, id) => client.quietHours(id),
    write: (client, id, quietHours) => client.setQuietHours(id, quietHours),
  })
  return (
    <SettingForm
      {...{ session, setting }}
      fault={setting.draft && faultOfWeek(setting.draft.hours)}
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
