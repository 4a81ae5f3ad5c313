/** Follows the colour scheme of the browser. Gives the elements of Swagger UI the names and levels that it leaves out: axe reports
 *  them as critical. */
export const referenceScript = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
follow()
dark.addEventListener('change', follow)

const page = document.getElementById('swagger-ui')
const names = { servers: 'Server', 'examples-select-element': 'Example', 'content-type': 'Media type', 'close-modal': 'Close' }
const regions = { '.information-container': 'About', '.scheme-container': 'Server and access token', '.dialog-ux': 'Access token' }
const levels = { H3: 2, H4: 3, H5: 4, H6: 4 }
function complete() {
  for (const one of page.querySelectorAll('select:not([aria-label]), .close-modal:not([aria-label])')) {
    const name = names[one.id] ?? Object.entries(names).find(([part]) => one.className.includes(part))?.[1]
    one.setAttribute('aria-label', name ?? one.closest('tr')?.dataset.paramName ?? 'Choice')
  }
  for (const heading of page.querySelectorAll(':is(h3, h4, h5, h6):not([aria-level])')) {
    heading.setAttribute('aria-level', levels[heading.tagName])
    heading.setAttribute('role', 'heading')
  }
  for (const [part, name] of Object.entries(regions)) {
    for (const one of page.querySelectorAll(part + ':not([role])')) {
      one.setAttribute('role', part === '.dialog-ux' ? 'dialog' : 'region')
      one.setAttribute('aria-label', name)
    }
  }
  // Long lines scroll, also by keyboard.
  for (const example of page.querySelectorAll('pre:not([tabindex])')) example.tabIndex = 0
  // Its name must contain what it shows.
  for (const button of page.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label')
}
new MutationObserver(complete).observe(page, { childList: true, subtree: true })
`
