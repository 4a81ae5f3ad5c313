import { expect, test } from 'vitest'
import { afterEvent, type SettingEvent, type SettingState } from './setting-state.ts'

const pass = (...events: SettingEvent[]) => events.reduce(afterEvent, 'loading' as SettingState)

test.for([
  [['loaded', 'edit', 'save', 'saved'], 'saved'],
  [['loaded', 'edit', 'save', 'saved', 'edit'], 'ready'],
  [['failed', 'load', 'loaded'], 'ready'],
  [['loaded', 'save', 'failed', 'save'], 'saving'],
  // The note stays while somebody compares, and saves or discards.
  [['loaded', 'edit', 'save', 'conflicted', 'edit'], 'conflict'],
  [['loaded', 'edit', 'save', 'conflicted', 'discard'], 'ready'],
  [['conflicted', 'save'], 'saving'],
  // Somebody cannot edit what is being saved.
  [['loaded', 'save', 'edit'], 'saving'],
] as [SettingEvent[], SettingState][])('%s leads to %s', ([events, state]) => {
  expect(pass(...events)).toBe(state)
})
