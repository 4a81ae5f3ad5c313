import type { TemplateKey } from '../../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../language.tsx'

/** Returns functions that name messages and their parts in the language of the page. */
export function useMessageNames() {
  const { say, locale } = useTexts('templates')
  const { channels } = useWords('console')
  const plugins = useWords('plugins')
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const nameOfLanguage = (tag: string) => {
    const name = names.of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
  const nameOfPlugin = (pair: string) => plugins[pair as keyof typeof plugins]?.name ?? pair
  const nameOfChannel = (channel: string) => textOf(channels, channel) ?? channel
  const nameOfMessage = ({ category, target, kind, language, channel }: TemplateKey) =>
    [nameOfPlugin(`${category}/${target}`), say.kinds[kind], nameOfLanguage(language), nameOfChannel(channel)].join(
      ' · ',
    )
  return { nameOfLanguage, nameOfPlugin, nameOfChannel, nameOfMessage }
}
