import { useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { type FieldName, type KindName, kindOf, secretFields } from './servers.ts'

interface Props {
  kind: KindName
  name: FieldName
  value: string
  /** The service states its reasons in English. */
  fault: string | undefined
  onChange: (value: string) => void
}

const secretInput = { type: 'password', autocomplete: 'new-password' } as const
const textInput = { type: 'text', autocomplete: 'off' } as const

/** A field of a server, with the provider's own word for it. */
export function ServerField({ kind, name, value, fault, onChange }: Props) {
  const say = useWords('admin-channels')
  const own = { ...say.own[kind] } as Partial<Record<FieldName, string>>
  const hints = say.hints as Partial<Record<FieldName, string>>
  const ownHints = { ...say.ownHints[kind as keyof typeof say.ownHints] } as Partial<Record<FieldName, string>>
  const label = own[name] ?? say.fields[name]
  const isOptional = kindOf(kind).optional?.includes(name)
  return (
    <Field
      label={isOptional ? `${label} ${say.optional}` : label}
      hint={ownHints[name] ?? hints[name]}
      fault={fault !== undefined && <span lang="en">{fault}</span>}
    >
      {(control) =>
        name === 'security' ? (
          <select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
            <option value="tls">{say.security.tls}</option>
            <option value="none">{kind === 'mail' ? say.security.starttls : say.security.none}</option>
          </select>
        ) : (
          <input
            {...control}
            {...(secretFields.includes(name) ? secretInput : textInput)}
            dir="ltr"
            spellcheck={false}
            maxLength={2_000}
            required={!isOptional}
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )
      }
    </Field>
  )
}
