import { declareColours } from '../../platform/http/page-colours.ts'

/** The first page's only style. */
export const firstPageStyle = `
${declareColours('ink', 'soft', 'paper', 'ground', 'sunk', 'line', 'accent')}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 3rem 1.25rem; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1 { display: flex; gap: .75rem; align-items: center; margin: 0; font-size: 2.5rem; line-height: 1.1; letter-spacing: -.025em } h1 img { width: 2.75rem; height: 2.75rem }
header p { margin: .5rem 0 1.5rem; font-size: 1.25rem; color: var(--soft) }
main > p { max-width: 46rem }
h2 { margin: 0 0 .75rem; font-size: 1.25rem; letter-spacing: -.011em } h3 { margin: 1.25rem 0 .5rem; font-size: 1.0625rem }
section { padding: 1.25rem 1.5rem } section, .ways li { background: var(--paper); border: 1px solid var(--line); border-radius: .875rem }
section { margin: 2rem 0 }
ol, section ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem 2rem; margin: 0 0 1rem; padding: 0; padding-inline-start: 1.25rem } section ul { padding-inline-start: 0; list-style: none } li::marker { color: var(--soft); font-weight: 600 }
.ways { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; margin: 2rem 0; padding: 0; list-style: none }
.ways li { position: relative; padding-bottom: 1rem; overflow: hidden } .ways li > * { margin-inline: 1rem }
.ways li:has(a):hover, .ways li:has(a:focus-visible) { border-color: var(--accent) } .ways a::after { content: ''; position: absolute; inset: 0 }
.ways picture { display: block; margin: 0 0 .75rem; border-bottom: 1px solid var(--line) } .ways img { display: block; width: 100%; height: auto; aspect-ratio: 8 / 5 }
.ways strong { display: block; padding: .25rem 0 } pre { margin: .75rem 0; white-space: pre-wrap } pre code { display: block; padding: .5rem .75rem }
span { display: block; color: var(--soft) }
a { display: inline-block; padding: .25rem 0; color: var(--accent); font-weight: 600; text-underline-offset: .2em } section li a { display: inline; line-height: 1.9 }
code { direction: ltr; unicode-bidi: isolate; padding: .125rem .375rem; font-size: .9375rem; background: var(--sunk); border-radius: .375rem }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
`
