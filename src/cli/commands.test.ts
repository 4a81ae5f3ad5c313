import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addCommands } from './commands.ts'

async function programWith(words: string[]) {
  const program = new Command('rollcall')
  await addCommands(program, words)
  return program
}

test('the help lists each command with the options and arguments that its module defines', async () => {
  const listed = await programWith([])
  const complete = await programWith(listed.commands.map((command) => command.name()))
  expect(listed.helpInformation()).toBe(complete.helpInformation())
})

test('only the named command is added, with its module', async () => {
  const { commands } = await programWith(['node', 'rollcall', 'feed', 'clinica'])
  expect(commands.map((command) => command.name())).toEqual(['feed'])
  expect(commands[0]!.options.map(({ long }) => long)).toContain('--follow')
})
