import { expect, test } from 'vitest'
import { afterEvent, type UploadEvent, type UploadState } from './upload-state.ts'

const pass = (...events: UploadEvent[]) => events.reduce(afterEvent, 'empty' as UploadState)

test.for([
  [['choose', 'read', 'check', 'checked', 'send', 'sent'], 'sent'],
  // Nobody sends a mapping that was not checked.
  [['choose', 'read', 'send'], 'mapping'],
  [['choose', 'read', 'check', 'checked', 'edit', 'send'], 'mapping'],
  // A lost connection keeps the file and the mapping.
  [['choose', 'read', 'check', 'failed'], 'mapping'],
  [['choose', 'read', 'check', 'checked', 'send', 'failed'], 'checked'],
  [['choose', 'failed', 'choose', 'read'], 'mapping'],
  // A second click changes nothing.
  [['choose', 'read', 'check', 'checked', 'send', 'send', 'choose'], 'sending'],
] as [UploadEvent[], UploadState][])('%s leads to %s', ([events, state]) => {
  expect(pass(...events)).toBe(state)
})
