import { declareColours } from './page-colours.ts'

/** The look of the reference. */
export const referenceStyle = `
${declareColours('ink', 'soft', 'paper', 'ground', 'sunk', 'line', 'edge', 'accent')}
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
.swagger-ui, .swagger-ui :is(.info .title, .opblock-tag, p, li, td, th, h4, h5, label, .model, .response-col_status) { font-family: system-ui, sans-serif }
.swagger-ui .wrapper { max-width: 72rem }
.swagger-ui .info { margin: 2rem 0 }
.swagger-ui .scheme-container { margin: 0 0 1.5rem; padding: 1rem 0; background: var(--paper); box-shadow: none; border-block: 1px solid var(--line) }
.swagger-ui .opblock { box-shadow: none; border-radius: .625rem }
.swagger-ui .opblock .opblock-summary-method, .swagger-ui .info .title small:is(*, .version-stamp) { color: #fff; text-shadow: none; background: #4b5768 }
.swagger-ui .info .title small pre.version { color: #fff; background: none }
.swagger-ui .info .title { color: var(--ink) } .swagger-ui .info a:has(.url) { display: none }
.dark-mode body, .dark-mode .swagger-ui { background: var(--ground) }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b62ab }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #13763a }
.swagger-ui .opblock:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: #955306 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b42318 }
.swagger-ui :is(.info a, .info .link, .info .url, .markdown a, .renderedMarkdown a) { color: var(--accent) }
.swagger-ui :is(.btn.authorize, .btn.authorize span, .btn.cancel, .parameter__in, .response-control-media-type__accept-message) { color: var(--ink) }
.swagger-ui .btn.authorize { border-color: var(--edge) } .swagger-ui .btn.authorize svg { fill: var(--ink) }
.swagger-ui .btn.cancel, html.dark-mode .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { color: var(--ink); border-color: var(--edge) } .swagger-ui * { transition: none !important }
.swagger-ui .btn.execute { color: #fff; background: #4338ca; border-color: #4338ca }
.swagger-ui :is(.json-schema-2020-12-expand-deep-button, .json-schema-2020-12-accordion, .model-hint) { color: var(--soft) }
.swagger-ui :is(.markdown, .renderedMarkdown) code, .swagger-ui .renderedMarkdown p code { color: var(--ink); background: var(--sunk) }
.swagger-ui :is(.response, .responses-table) .header-col, .swagger-ui td.header-col { color: var(--ink) }
.swagger-ui .microlight span { color: #ffb3ae !important }
.swagger-ui .microlight { color: #fff }
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 1rem }
  .swagger-ui .opblock .opblock-summary-control { gap: .25rem } .swagger-ui .opblock-summary .copy-to-clipboard { display: none }
  .swagger-ui :is(table, .responses-inner, .opblock-body) { max-width: 100%; overflow-wrap: anywhere }
  .swagger-ui .opblock-body { overflow-x: auto }
}
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
`
