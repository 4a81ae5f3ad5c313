import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import type { Schema } from '../database/schema.ts'

/** A page and each mail contain the logo. */
const maxBytes = 32 * 1024
const maxPixels = 1_024
/** In pixels. */
const [shownWidth, shownHeight] = [140, 48]
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Where the header of a PNG has its width and its height. */
const [widthAt, heightAt, headerEnd] = [16, 20, 33]

/** Returns why a file cannot be a logo. Not SVG: most mail programs do not show it, and it can contain scripts. */
export function logoFault(png: Buffer): string | undefined {
  const isPng = png.length > headerEnd && png.subarray(0, signature.length).equals(signature)
  if (!isPng || png.toString('latin1', 12, widthAt) !== 'IHDR') return 'must be a PNG picture'
  if (png.length > maxBytes) return `must have at most ${maxBytes} bytes; this one has ${png.length}`
  const [width, height] = [png.readUInt32BE(widthAt), png.readUInt32BE(heightAt)]
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
