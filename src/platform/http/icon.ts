/** The logo as SVG: a speech bubble with a tick, on a grid of 24 × 24. Its colour has a contrast of at least 3 on light
 *  and on dark surfaces. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#5b50e6" d="M5 2h14a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-6.5L7 22.5V18H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z"/><path fill="none" stroke="#fff" stroke-width="2.75" stroke-linecap="round" stroke-linejoin="round" d="m7.25 10.25 3.25 3.25 6.25-6.75"/></svg>'

export const iconUrl = `data:image/svg+xml,${encodeURIComponent(icon)}`
