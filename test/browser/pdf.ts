import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '../rollcall.ts'
import { pdftotext } from './find-pdftotext.ts'

/** A word on a page of paper, with its place in points from the left upper corner. */
interface PrintedWord {
  text: string
  left: number
  top: number
  right: number
  bottom: number
}

export interface PrintedPage {
  width: number
  height: number
  words: PrintedWord[]
}

/** Prints what the page shows on paper. */
export async function printedPages(page: Page, format: 'A4' | 'Letter'): Promise<PrintedPage[]> {
  const path = join(temporaryFolder(), `${format}.pdf`)
  await page.pdf({ path, format, printBackground: false })
  const written = execFileSync(pdftotext, ['-bbox', path, '-'], { encoding: 'utf8' })
  return written
    .split('<page ')
    .slice(1)
    .map((text) => {
      const [width, height] = numbers(text.split('\n')[0]!)
      const words = [...text.matchAll(/<word (.*)>(.*)<\/word>/g)].map(([, place, text]) => {
        const [left, top, right, bottom] = numbers(place!)
        return { text: text!, left: left!, top: top!, right: right!, bottom: bottom! }
      })
      return { width: width!, height: height!, words }
    })
}

const numbers = (text: string) => [...text.matchAll(/="([\d.]+)"/g)].map(([, number]) => Number(number))
