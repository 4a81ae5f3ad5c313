import type { EventKind } from './event.ts'

/** The scope that reads all events. */
export const eventScope = 'notifications:read'

const actionsAlone: readonly EventKind[] = ['action']

/** Returns the kinds of events that a client with these scopes may read; undefined: all. */
export const readableKinds = (scopes: ReadonlySet<string>) => (scopes.has(eventScope) ? undefined : actionsAlone)
