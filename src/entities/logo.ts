import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import type { Schema } from '../platform/database/schema.ts'
import { maxLogoBytes } from './max-logo-bytes.ts'
import { pngSize } from './png.ts'

const maxPixels = 1_024
/** In pixels. */
const [shownWidth, shownHeight] = [140, 48]
/** The size of a picture with 16 bits for each of four colours, and a byte for each row. */
const maxPixelBytes = maxPixels * (maxPixels * 8 + 1)
/** Where a PNG has its width and its height. */
const [widthAt, heightAt] = [16, 20]

/** Returns why a file cannot be a logo. Not SVG: most mail programs do not show it, and it can contain scripts. */
export function logoFault(png: Buffer): string | undefined {
  if (png.length > maxLogoBytes) return `must have at most ${maxLogoBytes} bytes; this one has ${png.length}`
  const size = pngSize(png, maxPixelBytes)
  if (!size) return 'must be a PNG picture that is not damaged'
  const { width, height } = size
  if (width > 0 && height > 0 && width <= maxPixels && height <= maxPixels) return undefined
  return `must have at most ${maxPixels} pixels on each side; this one has ${width} by ${height}`
}

/** Returns the width and the height in which a mail shows the logo. Some mail programs ignore limits in styles. */
export function logoSize(png: Buffer): { width: string; height: string } {
  const [width, height] = [png.readUInt32BE(widthAt), png.readUInt32BE(heightAt)]
  const scale = Math.min(1, shownWidth / width, shownHeight / height)
  const scaled = (pixels: number) => String(Math.max(1, Math.round(pixels * scale)))
  return { width: scaled(width), height: scaled(height) }
}

/** A PNG picture in base64. */
export const Logo = Type.Refine(
  Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  (base64) => logoFault(Buffer.from(base64, 'base64')) === undefined,
  (base64) => `${logoFault(Buffer.from(base64, 'base64'))}, in base64`,
)

/** Returns the entity's logo as PNG in base64. */
export async function findLogo(database: Kysely<Schema>, entityId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('entity_logos')
    .select('png')
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  return row?.png
}

/** Replaces the entity's logo, or deletes it. */
export async function setLogo(database: Kysely<Schema>, entityId: string, png: Buffer | undefined) {
  await database.deleteFrom('entity_logos').where('entity_id', '=', entityId).execute()
  if (!png) return
  await database
    .insertInto('entity_logos')
    .values({ entity_id: entityId, png: png.toString('base64') })
    .execute()
}
