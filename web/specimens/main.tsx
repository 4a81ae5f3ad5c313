import { type ComponentChildren, render } from 'preact'
import { QuestionField, QuestionForm } from '../console/questions/question-form.tsx'
import { Failure, Fault } from '../shared/look/fault.tsx'
import { Logo } from '../shared/look/logo.tsx'
import { Menu } from '../shared/look/menu.tsx'
import { Options } from '../shared/look/options.tsx'
import type { ShownState } from '../shared/look/shown-state.ts'
import { StateBadge, signs } from '../shared/look/state-badge.tsx'
import '../shared/look/look.css'
import '../shared/look/dialog.css'
import '../shared/look/table.css'
import '../console/work/work.css'
import '../desk/verdict/verdict.css'

/** The parts of the pages, each in its states, for docs/look.md. Only the development server of Vite has this page. */
const Specimens = () => (
  <>
    <header class="bar">
      <h1>
        <Logo /> Specimens <span class="clinic">Clínica Lisboa</span>
      </h1>
      {(['connecting', 'live', 'lost'] as const).map((state) => (
        <p key={state} class={`connection ${state}`}>
          {state}
        </p>
      ))}
    </header>
    <main class="work">
      <Part title="Text">
        <h2>A heading of a page</h2>
        <h3>A heading of a part</h3>
        <p>
          Text, <a href="#text">the way to a day</a>, and <span class="hint">a hint</span>.
        </p>
      </Part>
      <Part title="Buttons">
        <Buttons isDisabled={false} />
        <Buttons isDisabled />
      </Part>
      <Part title="Menu">
        <Menu
          label="More actions"
          items={[
            { name: 'note', label: 'Note …', run() {} },
            { name: 'withdraw', label: 'Cancel for the clinic …', run() {}, isGrave: true },
          ]}
        />
      </Part>
      <Part title="Fields">
        <Field label="Empty" placeholder="Name, number or birth date" />
        <Field label="Filled" value="Eva Lopes" />
        <Field label="Disabled" value="Eva Lopes" disabled />
        <label>
          Choice
          <select>
            <Options values={['Lisbon', 'Porto']} nameOf={(one) => one} />
          </select>
        </label>
      </Part>
      <Part title="Checkboxes and radio buttons">
        {(['checkbox', 'radio'] as const).flatMap((type) =>
          [false, true].flatMap((checked) =>
            [false, true].map((disabled) => (
              <label key={`${type} ${checked} ${disabled}`} class="check">
                <input type={type} name={`${type} ${disabled}`} defaultChecked={checked} disabled={disabled} />
                {[type, checked ? 'chosen' : 'free', ...(disabled ? ['disabled'] : [])].join(', ')}
              </label>
            )),
          ),
        )}
      </Part>
      <Part title="One of several">
        <div class="choice">
          <button type="button" aria-pressed="true">
            To do
          </button>
          <button type="button" aria-pressed="false">
            Done
          </button>
        </div>
        <nav class="lists" aria-label="Tabs">
          <a href="#here" aria-current="page">
            No answer yet <span class="count">8</span>
          </a>
          <a href="#there">
            Texts to read <span class="count">1</span>
          </a>
        </nav>
      </Part>
      <Part title="States">
        {(Object.keys(signs) as ShownState[]).map((state) => (
          <StateBadge key={state} state={state} text={state} />
        ))}
      </Part>
      <Part title="Question">
        <QuestionForm act="Save" leave="Back" isSaving={false} onAct={() => {}} onLeave={() => {}}>
          <QuestionField
            label="What time would suit Eva Lopes?"
            rows={2}
            maxLength={500}
            text="Mondays"
            onType={() => {}}
          />
        </QuestionForm>
      </Part>
      <Part title="Faults">
        <Fault>Not saved: no connection to the service.</Fault>
        <Failure text="The list could not be read." again="Try again" onAgain={() => {}} />
      </Part>
      <Part title="Verdicts of the desk">
        {['go', 'wait', 'stop', 'go arrived'].map((tone) => (
          <section key={tone} class={`verdict ${tone}`} aria-label={tone}>
            <div>
              <h2>{tone}</h2>
              <p class="advice">Check the name, then mark the arrival.</p>
            </div>
            <div class="remedies">
              <button type="button">Find by name</button>
            </div>
          </section>
        ))}
      </Part>
    </main>
  </>
)

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    <div class="row">{children}</div>
  </section>
)

const Buttons = ({ isDisabled }: { isDisabled: boolean }) => (
  <div class="row">
    {['', 'main', 'main grave', 'quiet'].map((look) => (
      <button key={look} type="button" class={look} disabled={isDisabled}>
        {look || 'other'}
      </button>
    ))}
  </div>
)

interface FieldProps {
  label: string
  value?: string
  placeholder?: string
  disabled?: boolean
}

const Field = ({ label, ...input }: FieldProps) => (
  <label>
    {label}
    <input {...input} />
  </label>
)

render(<Specimens />, document.getElementById('app')!)
