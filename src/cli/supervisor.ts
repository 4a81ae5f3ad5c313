import cluster, { type Worker } from 'node:cluster'
import type { Config } from '../platform/config/config.ts'

const restartAfterMs = 1_000
// A worker that receives SIGTERM stops within 10 s.
const killAfterMs = 11_000

/** Runs `count` processes of the service on one port, and replaces each that exits, until SIGTERM or SIGINT. Calls
 *  `onFirstServing` with the address of the service when the first process serves. Returns the exit code: 1 when no process could start.
 *  @throws Error when the ports for metrics are out of range or include PORT */
export function superviseWorkers(
  count: number,
  config: Config,
  onFirstServing: (address: string) => Promise<void>,
): Promise<number> {
  const metricsPorts = portsFrom(count, config)
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  let code = 0
  let isStopping = false
  let hasServed = false
  let alive = 0
  // Each worker accepts its own connections. With Node's default, the supervisor accepts them and passes them on: one that a
  // killed worker has not confirmed stays open in the supervisor, and its client waits forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // The supervisor relays the output of its workers line by line. Otherwise their lines would mix.
  cluster.setupPrimary({ args: ['serve'], silent: true })
  for (let index = 0; index < count; index++) start(index)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return ended

  function start(index: number) {
    const worker = cluster.fork(metricsPorts && { METRICS_PORT: metricsPorts[index] })
    relay(worker)
    alive++
    // Messages to an exited worker fail; the `close` event handles its exit.
    worker.on('error', () => {})
    worker.once('message', (address: string) => {
      // Only advice: a failure must not stop the service.
      if (!hasServed) onFirstServing(address).catch(() => {})
      hasServed = true
      if (isStopping) worker.process.kill('SIGTERM')
    })
    // Node emits `close` after the streams have ended, and `exit` possibly before.
    worker.process.once('close', () => {
      alive--
      // A worker that exits before any worker has served stops the service. A later failure may be temporary.
      if (!hasServed) stop(1)
      if (isStopping) return alive === 0 && end(code)
      setTimeout(() => !isStopping && start(index), restartAfterMs)
    })
  }

  function stop(exitCode: number) {
    code ||= isStopping ? 0 : exitCode
    isStopping = true
    for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM')
    if (alive === 0) end(code)
    setTimeout(() => {
      code = 1
      for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGKILL')
    }, killAfterMs).unref()
  }
}

/** Each process serves its own metrics, on consecutive ports from METRICS_PORT. With 0, each takes a free port. */
function portsFrom(count: number, { port, metricsPort }: Config): number[] | undefined {
  if (!metricsPort) return undefined
  const ports = Array.from({ length: count }, (_, index) => metricsPort + index)
  if (ports.at(-1)! <= 65_535 && !ports.includes(port)) return ports
  throw new Error(
    `${count} processes need the ports ${metricsPort}–${ports.at(-1)} for metrics. Set METRICS_PORT so that they are at most 65535 and do not include PORT (${port}).`,
  )
}

function relay({ process: { stdout, stderr } }: Worker) {
  for (const [from, to] of [
    [stdout!, process.stdout],
    [stderr!, process.stderr],
  ] as const) {
    let unfinished = ''
    from.setEncoding('utf8').on('data', (text: string) => {
      const end = text.lastIndexOf('\n') + 1
      if (end > 0) to.write(unfinished + text.slice(0, end))
      unfinished = end > 0 ? text.slice(end) : unfinished + text
    })
    from.on('end', () => unfinished && to.write(`${unfinished}\n`))
  }
}
