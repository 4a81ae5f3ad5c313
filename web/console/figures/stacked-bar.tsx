import { endNames, type Over } from './known-ends.ts'
import './stacked-bar.css'

const parts = [...endNames, 'unknown'] as const

/** The visits that are over as a bar, by their end. The numbers beside it say the same. */
export const StackedBar = ({ over }: { over: Over | undefined }) => (
  <div class="stacked" aria-hidden="true">
    {over && parts.map((part) => over[part] > 0 && <span key={part} class={part} style={{ flexGrow: over[part] }} />)}
  </div>
)
