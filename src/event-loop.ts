const sliceMs = 5

const waiting: (() => void)[] = []
let sliceEnd = 0

/** Call this between the steps of long work. Waits for another event loop tick when the current slice has ended. A tick
 *  runs only one slice, so that concurrent tasks together do not block the event loop for longer. */
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
