import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareMachine, copyProject, reasonToSkip, startIn } from './bare-machine.ts'

const skipped = reasonToSkip('debootstrap')

test.skipIf(skipped !== '')(
  `a bare Debian with its own npm says which packages to install, and then runs the demo${skipped}`,
  async () => {
    const { root, shell, install } = bareMachine()
    install('npm')
    copyProject(join(root, 'opt/rollcall'))
    for (const command of ['npm run demo', 'npm start', 'npm test', 'npm run build', 'npx rollcall --version']) {
      const { status, output } = shell(`cd /opt/rollcall && ${command}`)
      expect([command, status, output]).toEqual([command, 1, expect.stringContaining('apt-get install libatomic1')])
    }
    install('libatomic1')
    expect(shell('cd /opt/rollcall && npx rollcall --version')).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^\d+\.\d+\.\d+$/m),
    })
    const env = { PATH: '/usr/bin:/bin', PORT: '0' }
    const demo = startIn(root, '0:0', env, ['sh', '-c', 'cd /opt/rollcall && exec npm run demo'])
    await expect.poll(demo.output, { timeout: 600_000 }).toContain('Building the pages')
    await expect.poll(demo.output, { timeout: 600_000 }).toContain('Ctrl-C stops the demo')
    const [, address] = /Rollcall is at (\S+) with/.exec(demo.output())!
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    demo.kill('SIGINT')
    await demo.ended
  },
)
