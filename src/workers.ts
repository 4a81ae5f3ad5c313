import cluster, { type Worker } from 'node:cluster'

const startAgainAfter = 1_000

/** Starts so many processes of this service on one port, and another for each that ends unasked, until SIGTERM or SIGINT.
 *  Gives the exit code: 1 when none could even start. */
export function superviseWorkers(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const { promise: ended, resolve: end } = Promise.withResolvers<number>()
  let code = 0
  let isStopping = false
  let hasServed = false
  // Their lines come through here, or those of several would run into one another.
  cluster.setupPrimary({ args: ['serve'], silent: true })
  for (let place = 0; place < count; place++) start(place)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return ended

  function start(place: number) {
    const worker = cluster.fork(environmentOf(place, env))
    relay(worker)
    // Of messages to one that has ended: its exit tells.
    worker.on('error', () => {})
    worker.once('message', () => {
      hasServed = true
      if (isStopping) worker.process.kill('SIGTERM')
    })
    worker.once('exit', () => {
      // Later, what keeps one from starting may pass, and the others serve meanwhile.
      if (!hasServed) stop(1)
      if (isStopping) return Object.keys(cluster.workers!).length === 0 && end(code)
      setTimeout(() => !isStopping && start(place), startAgainAfter)
    })
  }

  function stop(because: number) {
    code ||= isStopping ? 0 : because
    isStopping = true
    for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM')
  }
}

/** Each has its own port for metrics, from METRICS_PORT on: what one process counts says nothing of another. */
function environmentOf(place: number, { METRICS_PORT }: NodeJS.ProcessEnv) {
  return METRICS_PORT && METRICS_PORT !== '0' ? { METRICS_PORT: `${Number(METRICS_PORT) + place}` } : {}
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
