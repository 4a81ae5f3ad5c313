// Takes pictures of WhatsApp messages as they appear, from the messages of example visits.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Chat } from '../../src/channels/content.ts'
import { findChannel } from '../../src/channels/registry.ts'
import { exampleChats } from '../../src/contacts/templates/example-chats.ts'
import { qrCodePng } from '../../src/platform/codes/qr-code.ts'
import { html } from '../../src/platform/http/html.ts'
import { type Dialect, dialects } from '../../src/platform/languages/languages.ts'
import { plugins } from '../../src/visits/plugins/registry.ts'

const exampleCode = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'
const width = 392

/** Takes one picture for each plugin and language, with the messages of all kinds, and the QR code. */
export async function takeWhatsApp(browser: Browser, into: string) {
  for (const plugin of plugins) {
    for (const language of dialects) {
      const chats = exampleChats(plugin, language)
      const name = `${plugin.target}-${language}-whatsapp.png`
      await takePicture(browser, [...chats, await withCode(chats)], { path: join(into, name), columns: 4, scale: 1 })
    }
  }
}

/** Takes the picture of docs/whatsapp.md: the notice, and the QR code. */
export async function takeWhatsAppExample(browser: Browser, path: string, language: Dialect = 'en') {
  const chats = exampleChats(plugins[0]!, language)
  await takePicture(browser, [chats[0]!, await withCode(chats)], { path, columns: 2, scale: 1.5 })
}

/** The confirmation, which has the QR code in a conversation. */
const withCode = async (chats: Chat[]): Promise<Chat> => ({
  ...chats.find(({ name }) => name.endsWith('_confirmation'))!,
  picture: await qrCodePng(exampleCode),
})

async function takePicture(
  browser: Browser,
  chats: Chat[],
  { path, columns, scale }: { path: string; columns: number; scale: number },
) {
  const { compose, shown } = findChannel('whatsapp')
  const to = { id: 'example', entityId: 'example', uid: '+351912345678', isConversation: true }
  const documents = await Promise.all(
    chats.map(async (chat) => shown((await compose(to, { texts: () => [], chat: () => chat }))!).html!),
  )
  const page = await browser.newPage({ viewport: { width: columns * width, height: 100 }, deviceScaleFactor: scale })
  await page.setContent(
    html`<meta charset="utf-8"><style>body { display: grid; grid-template-columns: repeat(${`${columns}`}, ${`${width}`}px); margin: 0; background: #efeae2 }
iframe { width: 100%; height: 100%; border: 0 }</style>${documents.map((document) => html`<iframe srcdoc="${document}"></iframe>`)}`
      .text,
  )
  // A frame does not grow with its content.
  for (const frame of await page.locator('iframe').all()) {
    const height = await frame
      .contentFrame()
      .locator('html')
      .evaluate((root: HTMLElement) => root.offsetHeight)
    await frame.evaluate((element: HTMLElement, height) => (element.style.minHeight = `${height}px`), height)
  }
  await page.screenshot({ path, fullPage: true })
  await page.close()
}
