import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bareMachine, project, reasonToSkip, run, startIn } from './bare-machine.ts'

const skipped = reasonToSkip('debootstrap', 'buildah')

interface Image {
  Docker: {
    config: { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; Healthcheck: { Test: string[] } }
  }
}

/** Makes what stands in for the image of Node: a bare Debian with this Node, and npm. */
function standInForNode() {
  const { root, install } = bareMachine()
  install('ca-certificates')
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  run('npm', ['install', '--silent', '--global', '--prefix', join(root, 'usr/local'), 'npm@11'])
  const certificates = run('npm', ['config', 'get', 'cafile']).output.trim()
  if (certificates !== 'null') {
    cpSync(certificates, join(root, 'etc/ssl/certs/of-this-machine.crt'))
    mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
    writeFileSync(join(root, 'usr/local/etc/npmrc'), 'cafile=/etc/ssl/certs/of-this-machine.crt\n')
  }
  run('umount', [join(root, 'proc')])
  return root
}

/** Buildah with a store of its own. */
function builder() {
  const store = mkdtempSync('/var/tmp/rollcall-store-')
  const buildah = (...args: string[]) => {
    const own = ['--root', join(store, 'root'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs']
    const { status, output } = run('buildah', [...own, ...args])
    if (status !== 0) throw new Error(`buildah ${args[0]} ended with ${status}: ${output}`)
    return output.trim()
  }
  onTestFinished(() => {
    buildah('umount', '--all')
    rmSync(store, { recursive: true, force: true })
  })
  return buildah
}

test.skipIf(skipped !== '')(
  `the image builds, serves as its user, keeps data in its volume, and stops within ten seconds${skipped}`,
  async () => {
    const buildah = builder()
    const base = buildah('from', 'scratch')
    buildah('add', '--quiet', base, standInForNode(), '/')
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', base)
    buildah('commit', '--quiet', base, 'localhost/node')
    buildah('bud', '--isolation', 'chroot', '--format', 'docker', '--from', 'localhost/node', '-t', 'rollcall', project)

    const image = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/rollcall')) as Image
    const { User, Env, Entrypoint, Cmd, Healthcheck } = image.Docker.config
    const env = { ...Object.fromEntries(Env.map((one) => one.split('=') as [string, string])), PORT: '18080' }
    const root = buildah('mount', buildah('from', 'localhost/rollcall'))
    const { uid, gid, mode } = statSync(join(root, 'data'))
    expect({ owner: `${uid}:${gid}`, mode: mode & 0o777 }).toEqual({ owner: User, mode: 0o700 })

    const command = (...words: string[]) => startIn(root, User, env, [...Entrypoint, ...words])
    const finish = async (...words: string[]) => {
      const { ended, output } = command(...words)
      expect([words[0], await ended, output()]).toEqual([words[0], 0, expect.any(String)])
      return output()
    }
    await finish('migrate')
    await finish('entity', 'add', 'clinica', '--name', 'Clínica', '--time-zone', 'Europe/Lisbon', '--language', 'pt-PT')
    const created = await finish(
      'token',
      'create',
      '--name',
      'test',
      '--all-entities',
      '--scope',
      'actions:read',
      '--scope',
      'checkin:read',
    )
    const [token] = /rc_\w+/.exec(created)!
    const isHealthy = () => startIn(root, User, env, Healthcheck.Test.slice(1)).ended
    expect(await isHealthy()).toBe(1)

    const service = command(...Cmd)
    await expect.poll(service.output, { timeout: 60_000 }).toContain('Server listening')
    expect(await isHealthy()).toBe(0)
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${env.PORT}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect((await get('/readyz')).status).toBe(200)
    const list = await get('/v1/metrics/notifications/actions/clinica/bydate/2026-03-30/2026-03-30')
    expect([list.status, await list.json()]).toEqual([200, []])
    expect((await get('/v1/checkin/bytoken/clinica/7F3K9QXW2MZT4B8NDR6VHJ5CPE')).status).toBe(404)
    expect(statSync(join(root, 'data/rollcall.db')).uid).toBe(uid)

    // The service cuts what is left after ten seconds. A container would be killed after 10 s, or the grace period.
    service.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    const demo = command('demo')
    await expect.poll(demo.output, { timeout: 120_000 }).toContain('Ctrl-C stops the demo')
    demo.kill('SIGTERM')
    expect(await demo.ended).toBe(0)
  },
)
