import cluster, { type Worker } from 'node:cluster'
import type { Config } from './config.ts'

const restartAfterMs = 1_000
// A worker ends by itself within 10 s.
const killAfterMs = 11_000

/** Starts so many processes of this service on one port, and another for each that ends unasked, until SIGTERM or SIGINT.
 *  Gives the exit code: 1 when none could even start.
 *  @throws Error when there are not so many ports for metrics */
export function superviseWorkers(count: number, config: Config): Promise<number> {
  const metricsPorts = portsFrom(count, config)
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  let code = 0
  let isStopping = false
  let hasServed = false
  let alive = 0
  // Their lines come through here, or those of several would run into one another.
  cluster.setupPrimary({ args: ['serve'], silent: true })
  for (let place = 0; place < count; place++) start(place)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return ended

  function start(place: number) {
    const worker = cluster.fork(metricsPorts && { METRICS_PORT: metricsPorts[place] })
    relay(worker)
    alive++
    // Of messages to one that has ended: its exit tells.
    worker.on('error', () => {})
    worker.once('message', () => {
      hasServed = true
      if (isStopping) worker.process.kill('SIGTERM')
    })
    // Not once it has ended, but once all that it wrote has come.
    worker.process.once('close', () => {
      alive--
      // Later, what keeps one from starting may pass, and the others serve meanwhile.
      if (!hasServed) stop(1)
      if (isStopping) return alive === 0 && end(code)
      setTimeout(() => !isStopping && start(place), restartAfterMs)
    })
  }

  function stop(because: number) {
    code ||= isStopping ? 0 : because
    isStopping = true
    for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM')
    if (alive === 0) end(code)
    setTimeout(() => {
      code = 1
      for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGKILL')
    }, killAfterMs).unref()
  }
}

/** Each has its own port for metrics, from METRICS_PORT on: what one process counts says nothing of another. With 0, each
 *  takes one that is free. */
function portsFrom(count: number, { port, metricsPort }: Config): number[] | undefined {
  if (!metricsPort) return undefined
  const ports = Array.from({ length: count }, (_, place) => metricsPort + place)
  if (ports.at(-1)! <= 65_535 && !ports.includes(port)) return ports
  throw new Error(
    `${count} processes have their metrics on the ports from METRICS_PORT, ${metricsPort}, to ${ports.at(-1)}: these must be ports, and PORT, ${port}, none of them.`,
  )
}

function relay({ process: { stdout, stderr } }: Worker) {
  for (const [from, to] of [
    [stdout!, process.stdout],
    [stderr!, process.stderr],
  ] as const) {
    let begun = ''
    from.setEncoding('utf8').on('data', (text: string) => {
      const end = text.lastIndexOf('\n') + 1
      if (end > 0) to.write(begun + text.slice(0, end))
      begun = end > 0 ? text.slice(end) : begun + text
    })
    from.on('end', () => begun && to.write(`${begun}\n`))
  }
}
