// Runs in a measured page, before its own scripts. `content` is a selector of what the page shows when it can be used.
const measured = { usableAt: undefined, longestTask: 0, slowestResponse: 0 }
globalThis.measured = measured

function look() {
  const isShown = document.querySelector(content) !== null && document.querySelector('[aria-busy=true]') === null
  if (!isShown) return requestAnimationFrame(look)
  // After the frame that shows it.
  setTimeout(() => {
    measured.usableAt = performance.now()
  })
}
requestAnimationFrame(look)

/** Keeps the longest duration of the entries, in milliseconds. */
const keepLongest = (name, options) =>
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured[name] = Math.max(measured[name], duration)
  }).observe({ buffered: true, ...options })
keepLongest('longestTask', { type: 'longtask' })
keepLongest('slowestResponse', { type: 'event', durationThreshold: 16 })
