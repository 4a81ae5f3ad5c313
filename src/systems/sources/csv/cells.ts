import { oneLine } from '../../../platform/text/one-line.ts'

// Most cells are. White space at the ends, line breaks, and control and format characters are not.
const isClean = /^(?![ '=])[\p{L}\p{N}\p{P}\p{S} ]*(?<! )$/u
// Text that is pasted from a page or a document contains these.
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Returns the text of a cell: without white space around it, and without the signs by which a spreadsheet or a person keeps a
 *  number as text: ="0123", '0123 and '+351 912 345 678. The apostrophe of a name such as 't Hooft stays. */
export function textOfCell(cell: string): string {
  if (isClean.test(cell)) return cell
  const text = oneLine(cell.replaceAll(invisible, '')) || oneLine(cell)
  return text
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[\d+(])(.*?)'?$/, '$1')
    .trim()
}
