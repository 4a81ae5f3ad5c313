import { type ComponentChildren, Fragment, options } from 'preact'
import { boundMarks } from '../../../client/words.ts'

/** Bounds the marks on the letters of all texts that a page shows. Values of fields stay as they are. */
export function boundMarksOfTexts() {
  const before = options.vnode
  options.vnode = (vnode) => {
    const isShown = typeof vnode.type === 'string' || vnode.type === Fragment
    const { props } = vnode as { props: { children?: ComponentChildren } }
    if (isShown && props.children !== undefined) props.children = bounded(props.children)
    before?.(vnode)
  }
}

function bounded(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return boundMarks(children)
  return Array.isArray(children) ? children.map(bounded) : children
}
