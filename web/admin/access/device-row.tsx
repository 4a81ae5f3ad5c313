import { useId } from 'preact/hooks'
import type { AccessTokenRecord } from '../../../client/client.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { kindOf } from './device-kinds.ts'
import { RevokeToken } from './revoke-token.tsx'
import { TokenDates } from './token-dates.tsx'

interface Props {
  record: AccessTokenRecord
  onRevoked: () => void
}

/** A device of the list, with a button for the case that it is lost. */
export function DeviceRow({ record, onRevoked }: Props) {
  const { tokens, devices: say } = useWords('admin-access')
  const { fill } = useLanguage()
  const id = useId()
  return (
    <li aria-labelledby={id}>
      <h4 id={id}>
        <bdi>{record.name}</bdi> {record.test && <span class="mark">{tokens.test}</span>}
      </h4>
      <p>{say.kinds[kindOf(record)!]}</p>
      <TokenDates record={record} successor={undefined} />
      <div class="row">
        <RevokeToken
          record={record}
          onRevoked={onRevoked}
          describedBy={id}
          text={fill(say.revokeAsk, { name: record.name })}
          yes={say.revokeYes}
        />
      </div>
    </li>
  )
}
