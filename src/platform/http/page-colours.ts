/** The colours of web/shared/look/tokens.css, light and dark, for the pages that the service renders. Older phones do not know
 *  light-dark(). */
export const pageColours = {
  ink: ['#16181d', '#eceef2'],
  soft: ['#535b68', '#a6aebb'],
  paper: ['#fff', '#17191f'],
  ground: ['#f6f7f9', '#0e1014'],
  sunk: ['#eef0f3', '#21242b'],
  line: ['#e0e3e8', '#2c3039'],
  edge: ['#767e8a', '#838c99'],
  accent: ['#4338ca', '#a5b4fc'],
  'accent-solid': ['#4338ca', '#4f46e5'],
  confirmed: ['#13763a', '#6ee7a0'],
  'confirmed-soft': ['#e0f6e8', '#12301f'],
  'confirmed-solid': ['#13763a', '#13763a'],
  rescheduling: ['#955306', '#f7c15c'],
  'rescheduling-soft': ['#fdf1d6', '#36280d'],
  cancelled: ['#b42318', '#ff9d94'],
  'cancelled-soft': ['#fde8e6', '#3d1a1a'],
  'cancelled-solid': ['#b42318', '#b42318'],
  arrived: ['#0b62ab', '#7cc4ff'],
  'arrived-soft': ['#e0f1fd', '#10293f'],
} as const
type Colour = keyof typeof pageColours

/** Declares these colours as custom properties, for both colour schemes. */
export function declareColours(...names: Colour[]): string {
  const [light, dark] = ([0, 1] as const).map((scheme) =>
    names.map((name) => `--${name}: ${pageColours[name][scheme]}`).join('; '),
  )
  return `:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }`
}
