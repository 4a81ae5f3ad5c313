import { signInOffered } from '../../shared/access/sign-in-offered.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { LoadedList } from '../loaded-list.tsx'
import { AccessRules } from './access-rules.tsx'
import './access.css'

const variables = ['PUBLIC_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** What the people of each group may do after they sign in. */
export function People() {
  const { people: say } = useWords('admin-access')
  const loaded = useLoaded('people', (client) => Promise.all([client.accessToken(), signInOffered()]))
  return (
    <LoadedList loaded={loaded}>
      {([{ all_entities }, isOffered]) => (
        <>
          {!isOffered && (
            <div class="panel">
              <p>{say.notOffered}</p>
              <p>
                {variables.map((name) => (
                  <code key={name} class="variable" dir="ltr">
                    {name}
                  </code>
                ))}
              </p>
              <p class="hint">{say.guide}</p>
            </div>
          )}
          <p class="hint">{say.how}</p>
          <p class="hint">{say.signedIn}</p>
          {all_entities ? <AccessRules /> : <p class="fault">{say.allNeeded}</p>}
        </>
      )}
    </LoadedList>
  )
}
