const sliceMs = 5

const waiting: (() => void)[] = []
let sliceEnd = 0

/** Long work calls this between its steps. Waits for another event loop tick when the current slice has ended.
 *  Each tick runs one slice in all: parallel tasks do not add up to one long block. */
export async function yieldToEventLoop() {
  if (performance.now() < sliceEnd) return
  await new Promise<void>((resume) => {
    if (waiting.push(resume) === 1) setImmediate(runSlice)
  })
}

function runSlice() {
  sliceEnd = performance.now() + sliceMs
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(runSlice)
}
