import type { ActionRecord, NotificationStatus } from '../../../client/client.ts'
import { useWords } from '../../shared/language.tsx'
import { Details } from '../../shared/look/details.tsx'
import { detailsOf } from '../../shared/visits/visit.ts'

/** All details of a visit or of an action, and the JSON that programs read. */
export function VisitDetails({ record }: { record: ActionRecord | NotificationStatus }) {
  const say = useWords('console')
  const plugins = useWords('plugins')
  const lines = [
    ...detailsOf(record, plugins),
    { label: say.externalId, value: record.external_id },
    { label: say.contactId, value: record.contact.external_id },
  ]
  return (
    <>
      <Details lines={lines} />
      <details>
        <summary>{say.asJson}</summary>
        <pre dir="ltr">{JSON.stringify(record, null, 2)}</pre>
      </details>
    </>
  )
}
