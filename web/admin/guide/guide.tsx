import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Client, ProblemError } from '../../../client/client.ts'
import { dialectOf } from '../../../client/words.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useLoaded } from '../../shared/loading/use-loaded.ts'
import { hrefOf } from '../../shared/page-location.ts'
import { TestMessage } from '../../shared/settings/templates/test-message.tsx'
import { InvitePerson } from '../access/invite-person.tsx'
import { NewDevice } from '../access/new-device.tsx'
import { NewToken } from '../access/new-token.tsx'
import { LoadedList } from '../loaded-list.tsx'
import { doneSteps, type GrantedAccess, type StepName, stepNames } from './steps.ts'
import './guide.css'

const testedKey = (entityId: string) => `rollcall.tested/${entityId}`

/** The steps to a working clinic. Each can be skipped. */
export function Guide() {
  const loaded = useLoaded('guide', readGrantedAccess)
  return <LoadedList loaded={loaded}>{(granted) => <Steps granted={granted} onGrant={loaded.load} />}</LoadedList>
}

interface StepsProps {
  granted: GrantedAccess
  /** Called after the administrator has given access. */
  onGrant: () => void
}

function Steps({ granted, onGrant }: StepsProps) {
  const { session } = useSignedIn()
  const say = useWords('admin').guide
  const { entity } = session
  const [isTested, setTested] = useState(() => localStorage.getItem(testedKey(entity.id)) !== null)
  const [chosen, choose] = useState<StepName | 'none'>()
  const done = doneSteps(session, granted, isTested)
  const shown = chosen ?? stepNames.find((name) => !done.has(name))

  function noteTest() {
    localStorage.setItem(testedKey(entity.id), 'true')
    setTested(true)
    choose(shown)
  }
  function forgetTest() {
    localStorage.removeItem(testedKey(entity.id))
    setTested(false)
    choose(shown)
  }
  // The step stays the one that is shown, although it is done now.
  function noteGrant() {
    choose(shown)
    onGrant()
  }

  const bodies: Record<StepName, ComponentChildren> = {
    details: <LinkToSection section="clinic" entityId={entity.id} />,
    channels: <LinkToSection section="channels" entityId={entity.id} />,
    test: <TestStep onSent={noteTest} onFailed={forgetTest} />,
    device: <NewDevice session={session} onCreated={noteGrant} />,
    system: <NewToken session={session} purpose="system" onCreated={noteGrant} />,
    access: (
      <>
        <InvitePerson session={session} onInvited={noteGrant} />
        <p class="row">
          <LinkToSection section="people" entityId={entity.id} />
        </p>
      </>
    ),
  }
  return (
    <>
      <ol class="guide">
        {stepNames.map((name, index) => (
          <li key={name}>
            <details
              open={shown === name}
              onToggle={({ currentTarget: { open } }) => {
                if (open) choose(name)
                else if (shown === name) choose('none')
              }}
            >
              <summary>
                <span class={done.has(name) ? 'number done' : 'number'} aria-hidden="true">
                  {done.has(name) ? '✓' : index + 1}
                </span>
                <h3>{say.steps[name].title}</h3>
                {done.has(name) && <span class="hint">{say.done}</span>}
              </summary>
              <p class="hint">{say.steps[name].about}</p>
              {shown === name && bodies[name]}
              {index < stepNames.length - 1 && (
                <button type="button" class="quiet" onClick={() => choose(stepNames[index + 1]!)}>
                  {done.has(name) ? say.next : say.skip}
                </button>
              )}
            </details>
          </li>
        ))}
      </ol>
      <p role="status">{done.size === stepNames.length && say.ready}</p>
    </>
  )
}

function LinkToSection({ section, entityId }: { section: 'clinic' | 'people' | 'channels'; entityId: string }) {
  const say = useWords('admin').guide
  return (
    <a class="button" href={hrefOf({ entity: entityId, section })}>
      {say.open[section]}
    </a>
  )
}

const readGrantedAccess = async (client: Client): Promise<GrantedAccess> => ({
  accessTokens: await Array.fromAsync(client.accessTokens()),
  people: (await client.accounts()).length,
  hasRules: await client.accessRules().then(
    ({ resource }) => resource.length > 0,
    (error) => {
      // An administrator of some clinics has access already.
      if (error instanceof ProblemError && error.code === 'all-entities-required') return true
      throw error
    },
  ),
})

const channels = ['email', 'mobile'] as const

interface Props {
  onSent: () => void
  onFailed: () => void
}

/** Sends the notice of an appointment to the administrator. */
function TestStep({ onSent, onFailed }: Props) {
  const { session } = useSignedIn()
  const say = useWords('admin').guide
  const { desk: _, ...names } = useWords('console').channels
  const [channel, setChannel] = useState<(typeof channels)[number]>('email')
  const language = dialectOf(session.entity.language)
  return (
    <>
      <fieldset class="choices">
        <legend>{say.channel}</legend>
        {channels.map((one) => (
          <label key={one}>
            <input type="radio" name="channel" checked={one === channel} onChange={() => setChannel(one)} />
            <span>{names[one]}</span>
          </label>
        ))}
      </fieldset>
      <TestMessage
        key={channel}
        message={{ category: 'medical', target: 'appointment', language, channel, kind: 'notice' }}
        draft={undefined}
        about={say.testAbout}
        onSent={onSent}
        onFailed={onFailed}
      />
    </>
  )
}
