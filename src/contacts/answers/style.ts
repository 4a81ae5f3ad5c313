import { declareColours } from '../../platform/http/page-colours.ts'

// The system's font: a contact opens the page once, often on a slow connection, and should not wait for 48 kB.
/** The answer page's only style: one column, large targets, both colour schemes. */
export const style = `
${declareColours(
  ...(['ink', 'soft', 'paper', 'ground', 'line', 'edge', 'accent', 'sunk'] as const),
  ...(['confirmed', 'confirmed-soft', 'confirmed-solid', 'rescheduling', 'rescheduling-soft'] as const),
  ...(['cancelled', 'cancelled-soft', 'cancelled-solid', 'arrived', 'arrived-soft'] as const),
)}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 36rem; padding: 1rem 1.25rem 3rem; font: 1.125rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
@media (min-width: 40rem) { body { padding-top: 1.5rem; background: var(--ground) } main { margin-top: .75rem; padding: 1.5rem 2rem; background: var(--paper); border: .0625rem solid var(--line); border-radius: .875rem } }
@media (min-width: 60rem) { body:has(.visit) { max-width: 60rem } .visit { display: grid; grid-template: auto 1fr / 1fr 1fr; gap: 0 3rem } .visit > :first-child { grid-row: span 2 } .visit > :nth-child(2) { padding-top: 2.5rem } .visit:has(.pass) { grid-template-rows: auto auto 1fr } .visit:has(.pass) > :first-child { grid-row: auto } .visit:has(.pass) > :nth-child(2) { grid-area: 1 / 2 / span 3 / auto } footer { display: flex; justify-content: space-between; align-items: baseline; gap: 0 3rem } }
header { position: relative; margin-bottom: .5rem; display: flex; justify-content: space-between; align-items: center; gap: 1rem }
header p { display: flex; align-items: center; gap: .75rem; min-width: 0; min-height: 3rem; margin: 0; font-weight: 600; line-height: 1.25; color: var(--soft) } header img { flex: none; max-width: 7rem; max-height: 3rem } header span, .who { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.menu { flex: none; margin: 0; border: none } .menu summary { display: flex; align-items: center; gap: .375rem; min-height: 3rem; padding: 0; padding-inline-end: 1.25rem; font-weight: 400; color: var(--soft) } .menu summary::after { top: 1.15rem; inset-inline-end: .125rem } .menu[open] summary::after { top: 1.4rem } .menu svg { width: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.5 }
.menu nav { position: absolute; z-index: 1; inset-inline-end: 0; min-width: 12rem; padding: .25rem 0; border: .0625rem solid var(--line); border-radius: .625rem; background: var(--paper); box-shadow: 0 .5rem 1.5rem #0003 } .menu nav > :is(a, button, button:hover) { display: block; width: 100%; min-height: 0; padding: .75rem 1rem; font-weight: inherit; text-align: start; border: none; border-radius: 0; background: none; color: var(--accent) }
header span, dd, q { unicode-bidi: plaintext; text-align: left }
h1, button, summary { text-wrap: balance }
h1 { margin: .25rem 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em }
.who { margin: 0; font-size: 1.25rem; font-weight: 600; unicode-bidi: plaintext; text-align: left }
[dir=rtl] :is(header span, dd, q, .who) { text-align: right } [href^=tel], code { direction: ltr; unicode-bidi: isolate }
.same-zone .zone { display: none }
.when span { display: block } .when span::first-letter { text-transform: uppercase } .when strong { font-size: 2rem; line-height: 1.2 } .when small { display: block; color: var(--soft) }
dt { font-size: 1rem; color: var(--soft) } dd { margin: 0 0 .75rem; white-space: pre-line }
q { display: block; quotes: none; margin: .25rem 0; padding-inline-start: .75rem; border-inline-start: .125rem solid var(--edge); white-space: pre-line }
.state { margin: .75rem 0; padding: .75rem 1rem; background: var(--sunk); border-inline-start: .375rem solid var(--edge); border-radius: .375rem; font-weight: 600 }
.confirmed { color: var(--confirmed); background: var(--confirmed-soft); border-color: var(--confirmed) }
.rescheduling { color: var(--rescheduling); background: var(--rescheduling-soft); border-color: var(--rescheduling) }
.cancelled, .withdrawn { color: var(--cancelled); background: var(--cancelled-soft); border-color: var(--cancelled) }
.arrived { color: var(--arrived); background: var(--arrived-soft); border-color: var(--arrived) }
button, summary { display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1rem; font: inherit; font-weight: 600; text-align: center; border: .0625rem solid var(--edge); border-radius: .625rem; background: none; color: inherit; cursor: pointer }
button:hover, summary:hover { background: var(--sunk) }
.yes, .yes:hover { background: var(--confirmed-solid); border-color: var(--confirmed-solid); color: #fff }
form, details { margin: .75rem 0 } details form { margin: 0; padding: 0 1rem 1rem }
summary { position: relative; padding-inline-end: 2.75rem; text-align: start; border: none } summary::after { content: ''; position: absolute; top: 1.1rem; inset-inline-end: 1.1rem; width: .5rem; height: .5rem; border: solid; border-width: 0 .125rem .125rem 0; transform: rotate(45deg) }
details { border: .0625rem solid var(--edge); border-radius: .625rem } details[open] summary::after { top: 1.35rem; transform: rotate(225deg) }
details button, details button:hover { background: var(--ink); border-color: var(--ink); color: var(--paper) }
details button.grave, details button.grave:hover { background: var(--cancelled-solid); border-color: var(--cancelled-solid); color: #fff }
fieldset { margin: 0 0 1rem; padding: 0; border: none } legend { padding: 0 } label:has([type=radio]) { display: flex; align-items: center; gap: .75rem; min-height: 3rem; padding: .25rem 0; border-bottom: .0625rem solid var(--line) } [type=radio] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent) }
textarea { width: 100%; margin: .5rem 0; padding: .5rem; font: inherit; color: inherit; background: none; border: .0625rem solid var(--edge); border-radius: .375rem }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
a { display: inline-block; padding: .5rem; color: var(--accent) } [href^=tel] { padding: .5rem 0 }
.pass p { margin: .5rem 0; text-align: center } .pass svg { display: block; width: 100%; max-width: 15rem; height: auto; margin: 0 auto } .pair { display: flex; gap: .5rem } .pair a { display: grid; place-items: center; flex: 1; padding: .75rem .5rem; border: .0625rem solid var(--edge); border-radius: .625rem; font-weight: 600; text-decoration: none }
.back { margin: .25rem 0 } main > .back { margin-inline-start: -.5rem } main > .back::before { content: ''; display: inline-block; width: .5rem; height: .5rem; margin-inline: .125rem .5rem; border: solid; border-width: 0 0 .125rem .125rem; transform: rotate(45deg) } [dir=rtl] main > .back::before { transform: rotate(225deg) }
code { font-size: 1rem } code { word-spacing: .25rem }
button.next { margin-top: .75rem }
a.next { display: block; padding: .75rem 1rem; font-weight: 600; text-align: center; border: .0625rem solid var(--accent); border-radius: .625rem }
.old, footer { color: var(--soft) } .old strong { font-size: 1.25rem } s strong { display: inline-block; text-decoration: line-through }
.others h2 { margin: 2rem 0 .5rem; font-size: 1.25rem } .others ul { margin: 0; padding: 0; list-style: none; border: .0625rem solid var(--line); border-radius: .875rem; background: var(--paper) } .others li { padding: .75rem 1rem; border-bottom: .0625rem solid var(--line) } .others li:last-child { border: none } .others p { margin: 0 } .others strong { unicode-bidi: plaintext } .others li > a { padding: .5rem 0 } .others .state { margin: .5rem 0; padding: .5rem .75rem }
address { margin: .75rem 0; font-style: normal } 
footer { margin-top: 3rem; padding-top: .5rem; border-top: .0625rem solid var(--line); font-size: 1rem } footer p { margin: .25rem 0 } footer a { padding: .75rem 0 }
footer details { margin: 0; border: none } footer summary { display: inline-block; width: auto; padding: .75rem 0; padding-inline-end: 2rem; font-weight: 400 } footer summary::after { inset-inline-end: .5rem } footer details form { padding: 0 }
`

/** Gives links and the first button the colour of the clinic. */
export const colouredStyle = ([light, dark]: readonly [string, string]) =>
  `:root { --accent: ${light}; --confirmed-solid: ${light} }
@media (prefers-color-scheme: dark) { :root { --accent: ${dark} } }
`
