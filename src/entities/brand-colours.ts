import { contrastOf, minContrast, readableOn } from '../platform/colours/contrast.ts'
import { pageColours } from '../platform/http/page-colours.ts'

const [lightGround] = pageColours.ground
const [, darkPaper] = pageColours.paper

/** Whether white text is readable on the colour, and the colour on the light pages, which are nearly white. */
export const isReadable = (colour: string) => contrastOf(colour, lightGround) >= minContrast

/** Returns the colour, or else the nearest darker one that is readable. */
export const readableColour = (colour: string) => readableOn(lightGround, colour, '#000000')

/** Returns the colour of links and buttons on light and on dark pages: the entity's, or the service's. */
export const accentOf = ({ colour }: { colour?: string }): readonly [light: string, dark: string] =>
  colour === undefined ? pageColours.accent : [colour, readableOn(darkPaper, colour, '#ffffff')]
