import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { openClinics } from './answering-clinics.ts'

const example = (name: string) => fileURLToPath(new URL(`../../examples/integrate/${name}`, import.meta.url))

/** Returns the command that runs each example. */
const languages: Record<string, { needs: string[]; command: (folder: string) => string[] }> = {
  TypeScript: { needs: [], command: () => [process.execPath, example('follow.ts')] },
  Python: { needs: ['python3'], command: () => ['python3', example('follow.py')] },
  'C#': {
    needs: ['mcs', 'mono'],
    command(folder) {
      const built = join(folder, 'Follow.exe')
      const libraries = ['-r:System.Net.Http', '-r:System.Runtime.Serialization']
      const { stderr } = spawnSync('mcs', [...libraries, `-out:${built}`, example('Follow.cs')], { encoding: 'utf8' })
      expect(stderr).toBe('')
      return ['mono', built]
    },
  },
}

const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0

/** Runs an example until the test kills it. */
function run(command: string[], env: NodeJS.ProcessEnv) {
  const [name, ...args] = command
  const child = spawn(name!, args, { env: { PATH: process.env.PATH, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  return {
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

for (const [language, { needs, command }] of Object.entries(languages)) {
  const missing = needs.find((one) => !isInstalled(one))
  if (missing) process.stderr.write(`NOT TESTED IN ${language}: ${missing} is not installed.\n`)
  test.skipIf(missing)(
    `an example in ${language} applies each answer, says which it cannot, and continues after a restart`,
    async () => {
      const folder = temporaryFolder()
      const { token, env } = await openClinics(`sqlite:${join(folder, 'rollcall.db')}`, ['clinica-lisboa'])
      const { address } = await serveRollcall(env, [], folder)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const request = async (path: string, body?: object) => {
        const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
        return (await fetch(address + path, init)).json()
      }
      const visits = ['A-1', 'A-2'].map((external_id) => item({ ...later, external_id }))
      const { notifications } = (await request('/v1/notifications/clinica-lisboa', submission(...visits))) as {
        notifications: { id: string }[]
      }
      const answer = (index: number, action: string) =>
        request(`/v1/notifications/clinica-lisboa/${notifications[index]!.id}/answer`, { action })
      const data = join(folder, 'appointments.json')
      // The example reads the file at any moment, and must not find half of it.
      const store = (content: object) => {
        writeFileSync(`${data}.test`, JSON.stringify(content))
        renameSync(`${data}.test`, data)
      }
      store({ position: 0, appointments: { 'A-1': 'booked' } })
      const settings = { ROLLCALL: address, TOKEN: token, ENTITY: 'clinica-lisboa', DATA: data }
      const line = command(folder)
      await answer(0, 'confirm')
      await answer(1, 'confirm')
      const first = run(line, settings)
      const stored = () => JSON.parse(readFileSync(data, 'utf8'))
      await expect.poll(stored, { timeout: 20_000, message: first.output() }).toEqual({
        position: 4,
        appointments: { 'A-1': 'confirm' },
      })
      // The file can be read before the output, which comes by a pipe.
      await expect.poll(() => first.output().trim()).toBe('A-1: confirm')
      expect(await request('/v1/acknowledgements/clinica-lisboa?outcome=failed')).toMatchObject([
        { sequence: 4, outcome: 'failed', reason: 'There is no appointment A-2.' },
      ])
      // Somebody corrects the file while the example runs, and staff send the event again.
      store({ position: 4, appointments: { 'A-1': 'confirm', 'A-2': 'booked' } })
      await request('/v1/acknowledgements/clinica-lisboa/4/resend', {})
      // Ends the long poll.
      await answer(0, 'reschedule')
      await expect
        .poll(() => stored().appointments, { timeout: 20_000, message: first.output() })
        .toMatchObject({ 'A-2': 'confirm' })
      await first.kill()
      await answer(0, 'cancel')
      const second = run(line, settings)
      await expect.poll(() => stored().appointments, { timeout: 20_000 }).toEqual({ 'A-1': 'cancel', 'A-2': 'confirm' })
      await expect.poll(() => second.output().trim()).toMatch(/A-1: cancel$/)
      expect(await request('/v1/acknowledgements/clinica-lisboa?outcome=failed')).toEqual([])
    },
  )
}
