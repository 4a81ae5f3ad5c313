import type { EventKind } from './event.ts'

/** The scope that reads all events. */
export const eventScope = 'notifications:read'

/** The scope that reads only the kinds of `actionKinds`. */
export const actionScope = { scope: 'actions:read', appliesTo: 'events of the kind `action` only' } as const

const actionKinds: readonly EventKind[] = ['action']

/** Whether the scope of the actions reads all of these kinds. */
export const areOfActions = (kinds: readonly EventKind[]) => kinds.every((kind) => actionKinds.includes(kind))

/** Returns the kinds of events that a client with these scopes may read; undefined: all. */
export const readableKinds = (scopes: ReadonlySet<string>) => (scopes.has(eventScope) ? undefined : actionKinds)
