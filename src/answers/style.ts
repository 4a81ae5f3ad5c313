/** The answer page's only style: one column, large targets, both colour schemes. */
export const style = `
:root { color-scheme: light dark; --ink: #1a1c1e; --paper: #fff; --line: #6b7075; --yes: #0b6b3a; --link: #0a4fa3 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --paper: #15181b; --line: #a0a6ac; --yes: #1a7f49; --link: #8fc1ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 34rem; padding: 1rem 1.25rem 3rem; font: 1.125rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
header p { margin: 0; font-weight: 600 }
header p, dd, q { unicode-bidi: plaintext; text-align: left }
h1, button, summary { text-wrap: balance }
h1 { margin: .25rem 0; font-size: 1.75rem; line-height: 1.2 }
.when span { display: block } .when span::first-letter { text-transform: uppercase } .when strong { font-size: 2rem } .when small { display: block }
dt { font-size: 1rem; color: var(--line) } dd { margin: 0 0 .75rem; white-space: pre-line }
q { display: block; quotes: none; margin: .25rem 0; padding-left: .75rem; border-left: .125rem solid var(--line); white-space: pre-line }
.state { padding: .75rem 1rem; border-left: .375rem solid var(--line); font-weight: 600 }
.confirmed, .arrived { border-color: var(--yes) }
button, summary { display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1rem; font: inherit; font-weight: 600; text-align: center; border: .125rem solid var(--line); border-radius: .5rem; background: none; color: inherit; cursor: pointer }
.yes { background: var(--yes); border-color: var(--yes); color: #fff }
form, details { margin: .75rem 0 } details form { margin: 0; padding: 0 1rem 1rem }
summary { position: relative; padding-right: 2.75rem; text-align: left; border: none } summary::after { content: ''; position: absolute; top: 1.1rem; right: 1.1rem; width: .5rem; height: .5rem; border: solid; border-width: 0 .125rem .125rem 0; transform: rotate(45deg) }
details { border: .125rem solid var(--line); border-radius: .5rem } details[open] summary::after { top: 1.35rem; transform: rotate(225deg) }
details button { background: var(--ink); border-color: var(--ink); color: var(--paper) }
textarea { width: 100%; margin: .5rem 0; padding: .5rem; font: inherit; color: inherit; background: none; border: .125rem solid var(--line); border-radius: .5rem }
:focus-visible { outline: .1875rem solid var(--link); outline-offset: .125rem }
a { display: inline-block; padding: .5rem; color: var(--link) }
.pass p { text-align: center } .pass svg { display: block; width: 100%; max-width: 18rem; height: auto; margin: 0 auto }
code { font-size: 1rem }
a.next { display: block; padding: .75rem 1rem; font-weight: 600; text-align: center; border: .125rem solid var(--link); border-radius: .5rem }
.old, footer { color: var(--line) } .old strong { font-size: 1.25rem } s strong { display: inline-block; text-decoration: line-through }
footer { margin-top: 3rem; padding-top: .5rem; border-top: .0625rem solid var(--line); font-size: 1rem } footer p { margin: .25rem 0 } footer a { padding: .75rem 0 }
footer details { margin: 0; border: none } footer summary { display: inline-block; width: auto; padding: .75rem 2rem .75rem 0; font-weight: 400 } footer summary::after { right: .5rem } footer details form { padding: 0 }
`
