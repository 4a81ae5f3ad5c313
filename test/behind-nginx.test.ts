import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contact } from './contact.ts'
import { freePort } from './postgres-server.ts'
import { bootRollcall, temporaryFolder } from './rollcall.ts'

const isInstalled = spawnSync('nginx', ['-v']).status === 0
if (!isInstalled)
  process.stderr.write('\nNOT TESTED BEHIND NGINX: it is not installed (apt-get install nginx-light).\n\n')

/** Starts nginx with nothing but a proxy_pass to the service. Returns its origin. */
async function startNginx(service: string): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${service}; } }
}`,
  )
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: 'ignore' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  const origin = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${origin}/livez`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return origin
}

describe.skipIf(!isInstalled)('behind nginx with its default configuration', () => {
  test('a live stream gets an action as it is recorded', async () => {
    const rollcall = await bootRollcall()
    const one = await contact(rollcall)
    const origin = await startNginx(await rollcall.listen())
    const headers = { authorization: `Bearer ${rollcall.token}`, accept: 'text/event-stream' }
    const { body } = await fetch(`${origin}/v1/metrics/notifications/actions/clinica-lisboa/since/0`, { headers })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toMatch(/^: the actions/)
    await one.answer('confirm')
    expect((await reader.read()).value).toContain('"action":"confirm"')
    await reader.cancel()
  })
})
