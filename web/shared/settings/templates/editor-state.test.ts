import { describe, expect, test } from 'vitest'
import { type EditorEvent, type EditorState, isEditable, nextState } from './editor-state.ts'

const run = (...events: EditorEvent[]) => events.reduce<EditorState>(nextState, 'loading')

describe('the editor', () => {
  test.each<[EditorState, EditorEvent[]]>([
    ['clean', ['loaded']],
    ['unreadable', ['failed']],
    ['loading', ['failed', 'open']],
    ['changed', ['loaded', 'typed', 'typed']],
    ['clean', ['loaded', 'typed', 'reverted']],
    ['clean', ['loaded', 'typed', 'save', 'saved']],
    ['refused', ['loaded', 'typed', 'save', 'refuse']],
    ['changed', ['loaded', 'typed', 'save', 'refuse', 'typed']],
    // The shipped words can be restored without a change first.
    ['saving', ['loaded', 'save']],
  ])('is %s after %j', (state, events) => {
    expect(run(...events)).toBe(state)
  })

  test('ignores typing while it saves, and answers that come too late', () => {
    expect(run('loaded', 'typed', 'save', 'typed')).toBe('saving')
    expect(run('loaded', 'failed')).toBe('clean')
  })

  test('takes text unless it loads or saves', () => {
    const states: EditorState[] = ['loading', 'unreadable', 'clean', 'changed', 'saving', 'refused']
    expect(states.filter(isEditable)).toEqual(['clean', 'changed', 'refused'])
  })
})
