/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const minContrast = 4.5

/** Returns the contrast of two colours such as #4338ca, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour)
    .map((channel) => channel / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the colour, or else the nearest darker or lighter one with enough contrast on a ground.
 *  @param towards #000000 or #ffffff */
export function readableOn(ground: string, colour: string, towards: string): string {
  const steps = Array.from({ length: 101 }, (_, percent) => mixed(colour, towards, percent / 100))
  return steps.find((one) => contrastOf(one, ground) >= minContrast)!
}

function mixed(colour: string, other: string, share: number): string {
  const others = channelsOf(other)
  const channels = channelsOf(colour).map((one, index) => Math.round(one + (others[index]! - one) * share))
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}
