// The templates of a WhatsApp account.
// https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/components
import { type Component, type Fault, type Parameter, schemaFaults, type TemplateContent } from './meta-rules.ts'

export interface Template {
  id: string
  name: string
  language: string
  category: string
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'
  parameter_format?: string
  components: TemplatePart[]
}

interface TemplatePart {
  type: string
  format?: string
  text?: string
  example?: object
  buttons?: { type: string; text: string; url?: string; example?: string[] }[]
}

const faultsOfNewTemplate = schemaFaults('NewTemplate')

/** Compares a message with its approved template. */
export function faultsAgainst(
  { components: parts, parameter_format = '' }: Template,
  { components = [] }: TemplateContent,
): Fault[] {
  const isNamed = parameter_format.toUpperCase() === 'NAMED'
  const part = (type: string) => parts.find((each) => each.type.toUpperCase() === type)
  const given = (type: string) => components.find((each) => each.type === type)?.parameters ?? []
  const header = part('HEADER')
  const faults = [
    ...(header?.format?.toUpperCase() === 'IMAGE'
      ? given('header')[0]?.type === 'image'
        ? []
        : [{ code: 132012, details: 'the header must have an image' }]
      : mismatch('header', header?.text ?? '', given('header'), isNamed)),
    ...mismatch('body', part('BODY')?.text ?? '', given('body'), isNamed),
    ...buttonFaults(
      part('BUTTONS')?.buttons ?? [],
      components.filter(({ type }) => type === 'button'),
    ),
  ]
  const text = hydrate(part('BODY')?.text ?? '', given('body'))
  // 32,768 characters for a template of a body alone. https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages#text-object
  const limit = parts.length > 1 ? 1024 : 32_768
  if ([...text].length > limit) faults.push({ code: 132005, details: `the body has more than ${limit} characters` })
  return faults
}

const variables = (text: string) => [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!))]

function mismatch(type: string, text: string, given: Parameter[], isNamed: boolean): Fault[] {
  const expected = variables(text)
  if (expected.length !== given.length) {
    return [
      {
        code: 132000,
        details: `${type}: number of localizable_params (${given.length}) does not match the expected number of params (${expected.length})`,
      },
    ]
  }
  const names = given.map(({ parameter_name }) => parameter_name)
  if (isNamed ? expected.every((name) => names.includes(name)) : names.every((name) => name === undefined)) return []
  return [
    { code: 100, details: `${type}: the names of parameters must be ${isNamed ? expected.join(', ') : 'absent'}` },
  ]
}

function buttonFaults(buttons: NonNullable<TemplatePart['buttons']>, components: Component[]): Fault[] {
  const wrong = components.filter(({ index, sub_type }) => buttons[Number(index)]?.type.toLowerCase() !== sub_type)
  const missing = buttons.flatMap(({ type, url = '' }, index) =>
    type.toUpperCase() === 'URL' &&
    variables(url).length > 0 &&
    !components.some((each) => Number(each.index) === index)
      ? [index]
      : [],
  )
  return [
    ...wrong.map(({ index, sub_type }) => ({
      code: 132012,
      details: `the template has no ${sub_type} button ${index}`,
    })),
    ...missing.map((index) => ({ code: 131008, details: `the button ${index} needs a parameter` })),
  ]
}

function hydrate(text: string, given: Parameter[]): string {
  const names = variables(text)
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_match, name: string) => {
    const named = given.find(({ parameter_name }) => parameter_name === name)
    return (named ?? given[names.indexOf(name)])?.text ?? ''
  })
}

/** Returns the faults of a new template. */
export function faultsOfTemplate(body: Record<string, unknown>): Fault[] {
  const faults = faultsOfNewTemplate(body)
  if (faults.length > 0) return faults
  const { components, parameter_format = 'POSITIONAL' } = body as unknown as Template
  const types = components.map(({ type }) => type.toUpperCase())
  if (new Set(types).size !== types.length) faults.push({ code: 100, details: 'a type of component is repeated' })
  if (!types.includes('BODY')) faults.push({ code: 100, details: 'a body is required' })
  for (const { type, text = '', example, buttons = [] } of components) {
    const names = variables(text)
    if (names.length > 0) faults.push(...faultsOfVariables(type.toUpperCase(), text, names, parameter_format, example))
    faults.push(...orderFaults(buttons))
  }
  return faults
}

function faultsOfVariables(type: string, text: string, names: string[], format: string, example: object = {}): Fault[] {
  const isNamed = format.toUpperCase() === 'NAMED'
  const key = `${type.toLowerCase()}_text${isNamed ? '_named_params' : ''}`
  const rules: [boolean, string][] = [
    [type === 'FOOTER', 'a footer has no variables'],
    [type === 'HEADER' && names.length > 1, 'a header has one variable at most'],
    [
      isNamed ? names.some((name) => /^\d/.test(name)) : names.some((name, index) => name !== `${index + 1}`),
      `variables must be ${isNamed ? 'names' : '1, 2, …'}`,
    ],
    [type === 'BODY' && /^\s*\{\{|\}\}\s*$/.test(text), 'a body neither starts nor ends with a variable'],
    [/\}\}\s*\{\{/.test(text), 'two variables are next to each other'],
    [
      !sameNames(names, (example as Record<string, unknown>)[key], isNamed),
      `the example ${key} must have a value for each variable`,
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, details]) => ({ code: 100, details: `${type}: ${details}` }))
}

function sameNames(names: string[], example: unknown, isNamed: boolean): boolean {
  if (!Array.isArray(example)) return false
  if (isNamed) return names.every((name) => example.some(({ param_name }) => param_name === name))
  return example.flat().length === names.length
}

/** Quick replies are grouped: none stands between two buttons of other types, or the other way round. */
function orderFaults(buttons: NonNullable<TemplatePart['buttons']>): Fault[] {
  const isReply = buttons.map(({ type }) => type.toUpperCase() === 'QUICK_REPLY')
  const changes = isReply.filter((each, index) => index > 0 && each !== isReply[index - 1]).length
  return changes > 1 ? [{ code: 100, details: 'quick replies must be grouped' }] : []
}
