// The page proposes a readable colour, and refuses the same as the service.
export { isReadable, readableColour } from '../src/entities/brand-colours.ts'
