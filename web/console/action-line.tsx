import { useWords } from '../shared/language.tsx'
import { Menu, type MenuItem } from '../shared/look/menu.tsx'
import './action-line.css'

export interface Action extends MenuItem {
  /** Whether the question of the action is open. */
  isAsking?: boolean | undefined
}

interface Props {
  /** The most useful first. */
  actions: Action[]
  isBusy: boolean
  /** Whether the first action is the one to do. */
  hasMain?: boolean
}

const maxButtons = 4

/** Actions in one line: the first ones are buttons, the others are in a menu. One that cannot be undone is always in the menu. */
export function ActionLine({ actions, isBusy, hasMain = true }: Props) {
  const { moreActions } = useWords('work')
  const buttons = actions.filter(({ isGrave }) => !isGrave).slice(0, maxButtons)
  const others = actions
    .filter((action) => !buttons.includes(action))
    .toSorted((one, other) => Number(one.isGrave ?? false) - Number(other.isGrave ?? false))
  return (
    <div class="action-line">
      {buttons.map(({ name, label, isAsking, run }, index) => (
        <button
          key={name}
          type="button"
          class={index === 0 && hasMain ? 'main' : undefined}
          disabled={isBusy}
          aria-expanded={isAsking}
          onClick={({ currentTarget }) => run(currentTarget)}
        >
          {label}
        </button>
      ))}
      {others.length > 0 && <Menu label={moreActions} items={others} isDisabled={isBusy} />}
    </div>
  )
}
