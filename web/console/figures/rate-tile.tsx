import { useTexts } from '../../shared/language.tsx'

interface Share {
  part: number
  whole: number
}

interface Props {
  /** The class of its colour. */
  state: string
  name: string
  definition: string
  /** Undefined while it loads. */
  share: Share | undefined
  before?: Share | undefined
  isCompared?: boolean
}

/** A percentage with the numbers behind it, its definition, and the percentage before. */
export function RateTile({ state, name, definition, share, before, isCompared }: Props) {
  const { say, fill, locale } = useTexts('rates')
  const percent = ({ part, whole }: Share) => (part / whole).toLocaleString(locale, { style: 'percent' })
  const number = (count: number) => count.toLocaleString(locale)
  return (
    <div class={`state ${state}`}>
      <dt>{name}</dt>
      <dd class="figure">{share && share.whole > 0 ? percent(share) : '–'}</dd>
      <dd>{share ? fill(say.of, { count: number(share.part), whole: number(share.whole) }) : blank}</dd>
      {isCompared && <dd>{share && before ? compared(share, before) : blank}</dd>}
      <dd class="hint">{definition}</dd>
    </div>
  )

  function compared(now: Share, then: Share) {
    if (now.whole === 0) return blank
    if (then.whole === 0) return say.noComparison
    // Compares the rounded shares, because the page shows those.
    const [one, other] = [now, then].map(({ part, whole }) => Math.round((100 * part) / whole))
    const change = one === other ? 'same' : one! > other! ? 'more' : 'less'
    return fill(say.compared[change], { before: percent(then) })
  }
}

/** Keeps the height of an empty line. */
const blank = '\u00a0'
