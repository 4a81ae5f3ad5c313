import type { Dialect } from '../languages/contact-locale.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import type { PageWords } from './words/page-words.ts'
import { pt } from './words/pt.ts'
import { ptBR } from './words/pt-br.ts'

export const words: Record<Dialect, PageWords> = { en, pt, 'pt-BR': ptBR, es, fr }
