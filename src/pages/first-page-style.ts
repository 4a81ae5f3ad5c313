/** The first page's only style. */
export const firstPageStyle = `
:root { color-scheme: light dark; --ink: #1a1c1e; --soft: #565b61; --paper: #fff; --ground: #f2f4f6; --line: #c9cfd5; --link: #0a4fa3 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #a9b0b7; --paper: #15181b; --ground: #0d0f11; --line: #3a4148; --link: #8fc1ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 2.25rem; line-height: 1.1 } header p { margin: .25rem 0 1.5rem; font-size: 1.25rem; color: var(--soft) }
h2 { margin: 0 0 .5rem; font-size: 1.25rem }
section, .ways li { padding: 1rem 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem }
section { margin: 1.5rem 0; border-left: .375rem solid #0b6b3a }
ol { margin: 0; padding-left: 1.25rem } ol li { margin: .5rem 0 }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: .75rem; margin: 1.5rem 0; padding: 0; list-style: none }
span { display: block; color: var(--soft) }
a { display: inline-block; padding: .25rem 0; color: var(--link); font-weight: 600 }
code { font-size: .9375rem }
:focus-visible { outline: .1875rem solid var(--link); outline-offset: .125rem }
`
