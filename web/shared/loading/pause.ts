/** Resolves after a time, or earlier at one of these events. */
export function pause(durationMs: number, ...events: [target: EventTarget, type: string][]): Promise<void> {
  return new Promise((resume) => {
    const listening = new AbortController()
    const timer = setTimeout(end, durationMs)
    for (const [target, type] of events) target.addEventListener(type, end, { signal: listening.signal })
    if (events.some(([target]) => target instanceof AbortSignal && target.aborted)) end()
    function end() {
      clearTimeout(timer)
      listening.abort()
      resume()
    }
  })
}
