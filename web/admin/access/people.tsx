import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { AccessRule, TaggedResource } from '../../../client/client.ts'
import { maxRules } from '../../../client/limits.ts'
import { readOffered } from '../../shared/access/offered.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { SettingForm } from '../../shared/settings/setting-form.tsx'
import { useSetting } from '../../shared/settings/use-setting.ts'
import { LoadedList } from '../loaded-list.tsx'
import { Accounts } from './accounts.tsx'
import { RuleRow } from './rule-row.tsx'
import { faultOfRules, moved, narrowedGroups } from './rules.ts'
import './access.css'

/** The people with an account and, beside an identity provider, what the people of each group may do. */
export function People() {
  const { people: say, accounts } = useWords('admin-access')
  const loaded = useLoaded('people', (client) => Promise.all([client.accessToken(), readOffered()]))
  return (
    <LoadedList loaded={loaded}>
      {([{ all_entities }, { offered }]) => (
        <>
          <Accounts />
          {offered && (
            <section class="grants-part" aria-labelledby="groups">
              <h3 id="groups">{accounts.groups}</h3>
              <p class="hint">{say.how}</p>
              <p class="hint">{say.signedIn}</p>
              {all_entities ? <AccessRules /> : <p class="fault">{say.allNeeded}</p>}
            </section>
          )}
        </>
      )}
    </LoadedList>
  )
}

interface Rules {
  rules: AccessRule[]
}

const asValue = ({ resource, etag }: TaggedResource<AccessRule[]>): TaggedResource<Rules> => ({
  resource: { rules: resource },
  etag,
})

/** The rules in the order in which they count. One of them is open for a change. */
function AccessRules() {
  const { session } = useSignedIn()
  const words = useWords('admin-access')
  const { saved } = useWords('admin')
  const say = words.people
  const { fill, locale } = useLanguage()
  const setting = useSetting<Rules>('access-rules', {
    read: async (client) => asValue(await client.accessRules()),
    write: async (client, _entityId, { rules }, etag) => asValue(await client.setAccessRules(rules, etag)),
  })
  const [opened, setOpened] = useState<number>()
  // The element that has the focus after the next change.
  const next = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current !== undefined) document.getElementById(next.current)?.focus()
    next.current = undefined
  })
  const edit = (rules: AccessRule[]) => setting.edit({ rules })
  const wrong = setting.draft && faultOfRules(setting.draft.rules)
  const narrowed = setting.draft ? narrowedGroups(setting.stored!.rules, setting.draft.rules) : []

  function faultText({ number, fault }: NonNullable<typeof wrong>) {
    const group = setting.draft!.rules[number - 1]!.group
    return fill(words.faults.rule, { number, fault: fill(words.faults[fault], { group }) })
  }

  function move(from: number, to: number, button: 'up' | 'down') {
    if (to < 0 || to >= setting.draft!.rules.length) return
    edit(moved(setting.draft!.rules, from, to))
    setOpened(opened === from ? to : opened === to ? from : opened)
    next.current = `rule-${to}-${button}`
  }

  return (
    <SettingForm<Rules> setting={setting} saved={saved} fault={wrong && { text: faultText(wrong) }}>
      {({ rules }) => (
        <>
          <section class="grants-part" aria-labelledby="rules">
            <h3 id="rules" tabIndex={-1}>
              {say.rules}
            </h3>
            {rules.length === 0 && <p class="hint">{say.none}</p>}
            <ol class="rows rules">
              {rules.map((rule, index) => (
                <RuleRow
                  // The group is typed, so it is no key.
                  key={index}
                  rule={rule}
                  index={index}
                  isLast={index === rules.length - 1}
                  isOpen={opened === index}
                  onToggle={() => setOpened(opened === index ? undefined : index)}
                  onChange={(changed) => edit(rules.with(index, changed))}
                  onMove={(to, button) => move(index, to, button)}
                  onRemove={() => {
                    edit(rules.toSpliced(index, 1))
                    setOpened(undefined)
                    next.current = 'rules'
                  }}
                />
              ))}
            </ol>
          </section>
          {rules.length < maxRules && (
            <div class="row">
              <button
                type="button"
                onClick={() => {
                  edit([...rules, { group: '', scopes: [], entities: [session.entity.id] }])
                  setOpened(rules.length)
                  next.current = `rule-${rules.length}-group`
                }}
              >
                {say.add}
              </button>
            </div>
          )}
          <p class="expires-soon" role="status">
            {narrowed.length > 0 &&
              fill(say.narrowed, { groups: new Intl.ListFormat(locale, { type: 'unit' }).format(narrowed) })}
          </p>
        </>
      )}
    </SettingForm>
  )
}
