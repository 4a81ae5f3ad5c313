import type { Retention } from '../../../client/client.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { useTexts, useWords } from '../language.tsx'
import { clinicTime, writtenDay } from '../time/clinic-time.ts'
import { dayBefore, isLonger, writtenPeriod } from './period.ts'
import { SettingForm } from './setting-form.tsx'
import { useSetting } from './use-setting.ts'

const periods = ['P30D', 'P90D', 'P180D', 'P1Y', 'P2Y', 'P5Y', 'P10Y', 'P20Y']
const kinds = ['notifications', 'messages', 'replies', 'notes'] as const
type Kind = (typeof kinds)[number]

/** How long the clinic keeps the data of its contacts. */
export function RetentionSection() {
  const say = useWords('settings').retention
  const today = useToday()
  const setting = useSetting<Retention>('retention', {
    read: (client, id) => client.retention(id),
    write: (client, id, retention, etag) => client.setRetention(id, retention, etag),
  })
  const { draft, stored } = setting
  return (
    <SettingForm
      setting={setting}
      fault={draft && hasLongerPart(draft, today) ? { text: say.longer } : undefined}
      saved={say.saved}
    >
      {(shown) => (
        <>
          {kinds.map((kind) => (
            <PeriodField
              key={kind}
              kind={kind}
              period={shown[kind]}
              onChange={(period) => setting.edit({ ...shown, [kind]: period })}
            />
          ))}
          {stored && <Deleted stored={stored} draft={shown} today={today} />}
        </>
      )}
    </SettingForm>
  )
}

const hasLongerPart = ({ notifications, ...parts }: Retention, today: string) =>
  Object.values(parts).some((period) => period !== null && isLonger(period, notifications, today))

function useToday(): string {
  const { session } = useSignedIn()
  const { locale } = useTexts('settings')
  return clinicTime(session.entity.time_zone, locale, session.clocks).dayOf(new Date())
}

interface FieldProps {
  kind: Kind
  period: string | null
  onChange: (period: string | null) => void
}

function PeriodField({ kind, period, onChange }: FieldProps) {
  const { say, locale } = useTexts('settings', 'retention')
  const shown = period === null || periods.includes(period) ? periods : [...periods, period]
  return (
    <label>
      {say.kinds[kind]}
      <select value={period ?? ''} onChange={({ currentTarget: { value } }) => onChange(value || null)}>
        <option value="">{kind === 'notifications' ? say.forEver : say.asLong}</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {writtenPeriod(one, locale)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface DeletedProps {
  stored: Retention
  draft: Retention
  today: string
}

/** What shorter periods delete, before somebody saves them. */
function Deleted({ stored, draft, today }: DeletedProps) {
  const { say, fill, locale } = useTexts('settings', 'retention')
  const shorter = kinds.filter((kind) => isLonger(stored[kind], draft[kind], today))
  if (shorter.length === 0) return null
  return (
    <div role="alert">
      <ul class="deleted">
        {shorter.map((kind) => (
          <li key={kind}>
            {fill(say.deletes, {
              kind: say.kinds[kind],
              day: writtenDay(dayBefore(today, draft[kind]!), locale, 'medium'),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
