import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { byDate, temporaryFolder } from '../rollcall.ts'
import { busyClinic } from './busy-clinic.ts'

const connections = 10
const requestsOfEach = 1_500
const attackMs = 3_000
const maxMemoryMiB = 450

test('connections that pipeline requests and never read end, and the service stays small and alive', async () => {
  const env = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`, RATE_LIMIT: '0' }
  const token = await busyClinic(env.DATABASE_URL, 60_000)
  const { address, child } = await serveRollcall(env)
  const assets = (await (await fetch(`${address}/desk`)).text()).match(/\/assets\/[^"]+/g)!
  const paths = [
    ...['/openapi.json', '/docs/static/swagger-ui-bundle.js', '/metrics', '/', '/problems', '/console', assets[0]!],
    ...['/unknown', '/%zz', '/livez', byDate('2026-03-29')],
  ]
  for (const path of paths) {
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const sockets = Array.from({ length: connections }, () => flood(address, head.repeat(requestsOfEach)))
    let memory = 0
    let slowest = 0
    for (const started = performance.now(); performance.now() - started < attackMs; await delay(50)) {
      const asked = performance.now()
      const response = await fetch(`${address}/livez`)
      expect({ path, status: response.status }).toEqual({ path, status: 200 })
      slowest = Math.max(slowest, performance.now() - asked)
      memory = Math.max(memory, residentMiB(child.pid!))
    }
    for (const socket of sockets) socket.destroy()
    console.log(`${path}: ${memory.toFixed(0)} MiB, slowest /livez ${slowest.toFixed(0)} ms`)
    expect({ path, isSmall: memory <= maxMemoryMiB }).toEqual({ path, isSmall: true })
  }
  child.kill('SIGTERM')
})

/** Sends the requests, and reads nothing. */
function flood(address: string, requests: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(requests)
  onTestFinished(() => void socket.destroy())
  return socket
}

const residentMiB = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
