// A client that reads one long list over many connections. Half of them read at full speed and repeat. The other half
// stall after the first bytes. At the end, it prints the number of connections per status.
import { connect } from 'node:net'

const [origin, path, authorization, count] = process.argv.slice(2) as [string, string, string, string]
const { hostname, port, host } = new URL(origin)
const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
// The average.
const reconnectAfterMs = 1_000
const statuses: Record<string, number> = {}

function open(isSteady: boolean) {
  const socket = connect(Number(port), hostname, () => socket.write(request))
  socket.once('data', (head) => {
    const status = head.toString('latin1', 9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (isSteady) socket.resume()
    else if (status === '200') socket.pause()
  })
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(() => open(isSteady), reconnectAfterMs * (0.5 + Math.random())))
}

for (let connection = 0; connection < Number(count); connection++) {
  open(true)
  open(false)
}
process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(statuses))
  process.exit()
})
