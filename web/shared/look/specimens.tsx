import { render } from 'preact'
import { loadDeskWords } from '../../../client/words.ts'
import { LanguageChoice, LanguageContext, usePageLanguage } from '../language.tsx'
import { Logo } from './logo.tsx'
import type { ShownState } from './shown-state.ts'
import { StateBadge, signs } from './state-badge.tsx'
import './look.css'
import './specimens.css'

// Every part of the look on one page, for development: npx vite web, then open /shared/look/specimens.html.

const states = Object.keys(signs) as ShownState[]
const surfaces = ['ground', 'paper', 'sunk', 'line', 'edge', 'ink', 'soft', 'accent', 'accent-soft', 'fault']
const sizes = ['text-small', 'text', 'text-large', 'figure', 'display']

function Specimens() {
  const [pageLanguage, chooseLanguage] = usePageLanguage(loadDeskWords)
  if (!pageLanguage) return null
  const say = pageLanguage.words.states
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <header class="bar">
        <h1>
          <Logo /> Rollcall <span class="clinic">Clínica Lisboa</span>
        </h1>
        <p class="connection live">Connected</p>
      </header>
      <main class="specimens">
        <section class="card">
          <h2>States</h2>
          {states.map((state) => (
            <p key={state} class="row">
              <StateBadge state={state} text={say[state]} /> <span class={`state ${state} solid`}>{say[state]}</span>
            </p>
          ))}
        </section>
        <section class="card">
          <h2>Colours</h2>
          {surfaces.map((name) => (
            <div key={name} class="swatch">
              <span style={{ background: `var(--${name})` }} />
              <code>--{name}</code>
            </div>
          ))}
        </section>
        <section class="card">
          <h2>Type</h2>
          {sizes.map((name) => (
            <p key={name} style={{ fontSize: `var(--${name})`, lineHeight: 1.2 }}>
              {name} 1,234.50
            </p>
          ))}
          <p class="hint">A hint.</p>
          <p class="fault">A fault.</p>
        </section>
        <section class="card">
          <h2>Controls</h2>
          <p class="row">
            <button type="button" class="main">
              Main
            </button>
            <button type="button" class="main grave">
              Grave
            </button>
            <button type="button">Other</button>
            <button type="button" class="quiet">
              Quiet
            </button>
            <button type="button" disabled>
              Busy
            </button>
          </p>
          <fieldset class="choice" aria-label="Period">
            <button type="button" aria-pressed="true">
              Today
            </button>
            <button type="button" aria-pressed="false">
              7 days
            </button>
            <button type="button" aria-pressed="false">
              30 days
            </button>
          </fieldset>
          <label>
            Name
            <input placeholder="name, number …" />
          </label>
          <label>
            Clinic
            <select>
              <option>Clínica Lisboa</option>
            </select>
          </label>
        </section>
        <section class="card">
          <h2>Connection</h2>
          <p class="connection connecting">Connecting …</p>
          <p class="connection live">Connected</p>
          <p class="connection lost">No connection</p>
        </section>
      </main>
      <footer class="bar">
        <LanguageChoice label="Language" choose={chooseLanguage} />
      </footer>
    </LanguageContext.Provider>
  )
}

// The development server does not preload the font.
await document.fonts.load('1rem "Inter Variable"')
render(<Specimens />, document.getElementById('app')!)
