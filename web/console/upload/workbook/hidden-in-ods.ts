import { CFB } from '@e965/xlsx'

interface Hidden {
  isHidden: boolean
  hiddenRows: number
}

/** Returns what each sheet of an .ods hides, which the library does not read. Empty for another workbook. */
export function hiddenInOds(bytes: ArrayBuffer): Hidden[] {
  const { FullPaths, FileIndex } = CFB.read(new Uint8Array(bytes), { type: 'array' })
  const content = FileIndex[FullPaths.indexOf('Root Entry/content.xml')]?.content
  if (!content) return []
  const [head, ...sheets] = new TextDecoder()
    .decode(Uint8Array.from(content))
    .split(/<table:table (?=[^>]*table:name=)/)
  const hiddenStyles = [...head!.matchAll(hiddenStyle)].map(([, name]) => name)
  return sheets.map((sheet) => ({
    isHidden: hiddenStyles.includes(/table:style-name="([^"]*)"/.exec(sheet)?.[1]),
    hiddenRows: [...sheet.matchAll(hiddenRow)].filter(([row]) => row.includes('<text:p')).length,
  }))
}

const hiddenStyle =
  /<style:style style:name="([^"]*)" style:family="table"[^>]*>\s*<style:table-properties[^>]*table:display="false"/g
const hiddenRow = /<table:table-row\b[^>]*table:visibility="(?:collapse|filter)"[^>]*>.*?<\/table:table-row>/gs
