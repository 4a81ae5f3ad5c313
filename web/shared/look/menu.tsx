import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import './menu.css'

export interface MenuItem {
  name: string
  label: string
  /** @param button the button of the menu, which gets the focus back */
  run: (button: HTMLButtonElement) => void
  isGrave?: boolean | undefined
}

interface Props {
  /** The name of the button, for screen readers. */
  label: string
  items: MenuItem[]
  isDisabled?: boolean
  /** The content of the button; three dots by default. */
  children?: ComponentChildren
}

/** A button that opens a menu. Arrow keys move between the items; Escape and a press outside close it. */
export function Menu({ label, items, isDisabled, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  // The place is that of the button before.
  useEffect(() => {
    if (!isOpen) return
    const close = () => list.current?.hidePopover()
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [isOpen])

  function onToggle({ newState }: { newState: string }) {
    setOpen(newState === 'open')
    if (newState !== 'open') return
    place(list.current!, button.current!)
    move(list.current!, () => 0)
  }

  function choose({ run }: MenuItem) {
    list.current!.hidePopover()
    run(button.current!)
  }

  return (
    <>
      <button
        type="button"
        class="menu-button"
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isDisabled}
        popovertarget={id}
      >
        {children ?? (
          <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
          </svg>
        )}
      </button>
      <div
        id={id}
        ref={list}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onToggle={onToggle}
        onKeyDown={onKey}
      >
        {items.map((item) => (
          <button
            key={item.name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={item.isGrave ? 'of-clinic' : undefined}
            onClick={() => choose(item)}
          >
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function onKey(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  if (event.key === 'Tab') return event.currentTarget.hidePopover()
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  move(event.currentTarget, step)
}

function move(menu: HTMLElement, step: (at: number, count: number) => number) {
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[step(at, items.length)]?.focus()
}

const edge = 8

/** Places the menu below its button, or above it at the end of the screen. Safari and Firefox have CSS anchors only since 2025. */
function place(menu: HTMLElement, button: HTMLElement) {
  const around = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const page = document.documentElement
  const isBelow = around.bottom + height + edge < page.clientHeight
  const start = page.dir === 'rtl' ? around.left : around.right - width
  menu.style.left = `${Math.max(edge, Math.min(start, page.clientWidth - width - edge)) + scrollX}px`
  menu.style.top = `${(isBelow ? around.bottom + 4 : Math.max(edge, around.top - height - 4)) + scrollY}px`
}
