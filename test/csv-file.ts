import { exampleMapping, type Mapping } from '../src/systems/sources/csv/mapping.ts'
import { notifications } from './contact.ts'
import type { Rollcall } from './rollcall.ts'

/** The mapping of these files, in UTF-8. */
export const mapping: Mapping = { ...exampleMapping, charset: 'utf-8' }

const header = 'Id;Utente;Nome;Apelido;Telemovel;Email;Medico;Data;Hora'

/** A line of a file. A cell needs its own quotes. */
export function line(over: Partial<Record<string, string>> = {}): string {
  const cells: Record<string, string> = {
    Id: 'A-1',
    Utente: 'P-1',
    Nome: 'João',
    Apelido: 'Silva',
    Telemovel: '912345678',
    Email: '',
    Medico: 'Ana Reis',
    Data: '31/03/2026',
    Hora: '09:30',
    ...(over as Record<string, string>),
  }
  const names = header.split(';')
  return names.map((name) => cells[name]).join(';')
}

export const csvFile = (...lines: string[]) => [header, ...lines, ''].join('\r\n')

/** Submits a file with a mapping that differs from `mapping`. */
export const submitCsv = (
  { app, token }: Pick<Rollcall, 'app' | 'token'>,
  payload: string | Buffer,
  over: Partial<Mapping> = {},
  query = '',
) =>
  app.inject({
    method: 'POST',
    url: `${notifications}/csv?mapping=${encodeURIComponent(JSON.stringify({ ...mapping, ...over }))}${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload,
  })

/** A mapping whose `params.when` has further settings. */
export const whenWith = (over: object): Partial<Mapping> => ({
  fields: { ...mapping.fields, 'params.when': { columns: ['Data', 'Hora'], format: 'dd/MM/yyyy HH:mm', ...over } },
})
