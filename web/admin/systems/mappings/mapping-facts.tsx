import type { Mapping } from '../../../../client/client.ts'
import { textOf, useTexts, useWords } from '../../../shared/language.tsx'
import { Details } from '../../../shared/look/details.tsx'

const separatorNames: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** What a mapping says about the whole file, also by default. */
export function MappingFacts({ mapping }: { mapping: Mapping }) {
  const { say, fill, locale } = useTexts('admin-systems', 'mappings')
  const upload = useWords('upload')
  const plugins = useWords('plugins')
  const { category, target, charset = 'utf-8', separator, country, fields } = mapping
  const pair = `${category}/${target}`
  const plugin = plugins[pair as keyof typeof plugins]?.name ?? pair
  const separated =
    separator === undefined
      ? say.separatorAsFile
      : (textOf(upload.separators, separatorNames[separator] ?? '') ?? fill(say.separatedBy, { separator }))
  return (
    <Details
      lines={[
        { label: upload.kind, value: plugin },
        { label: say.file, value: `${separated} · ${charset}` },
        {
          label: say.country,
          value: country ? new Intl.DisplayNames([locale], { type: 'region' }).of(country) : upload.noCountry,
        },
        ...('contact.language' in fields
          ? []
          : [{ label: upload.fields['contact.language'], value: upload.clinicLanguage }]),
      ]}
    />
  )
}
