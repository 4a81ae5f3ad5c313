import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import { defineConfig, type Plugin } from 'vite'
import { type Texts, wordsOf } from '../client/catalogues.ts'
import { iconUrl } from '../client/icon.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  // The build has parsed the texts: the pages need no parser.
  resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
  // A proxy may serve the pages under any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    // The content security policy forbids inline resources.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        desk: join(root, 'desk.html'),
        console: join(root, 'console.html'),
        account: join(root, 'account.html'),
        admin: join(root, 'admin.html'),
        'desk-worker': join(root, 'desk/worker.ts'),
      },
      // A service worker keeps its address, so that browsers find its next version.
      output: { entryFileNames: ({ name }) => (name === 'desk-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
  plugins: [noServer(), words(), head(), fontLicence(), compressed()],
})

/** Fails if a page imports a library of the server, through a module that both use. */
function noServer(): Plugin {
  return {
    name: 'no-server',
    enforce: 'pre',
    resolveId(id, importer) {
      if (/^(kysely|pg|fastify|pino)$/.test(id))
        this.error(`${importer} must not import ${id}: it would be sent to browsers.`)
    },
  }
}

const catalogue = /\/src\/platform\/languages\/([\w-]+)\/([\w-]+)\.json$/

/** Completes each catalogue of a page with English texts, and parses the texts that have values. */
function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    load(id) {
      const [, language, part] = catalogue.exec(id) ?? []
      if (!language) return
      return JSON.stringify(parsed(wordsOf(part as 'desk', language as 'en')))
    },
  }
}

const isOfDesk = (id: string | null) => ['desk', 'pages', 'plugins'].includes(catalogue.exec(id ?? '')?.[2] ?? '')

function parsed(texts: Texts): unknown {
  if (typeof texts === 'string') {
    return texts.includes('{') ? parse(texts, { ignoreTag: true, captureLocation: false }) : texts
  }
  if (Array.isArray(texts)) return texts.map(parsed)
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, parsed(text)]))
}

/** Writes the icon into each page, which saves a request, and preloads the font, so that the first text has it. */
function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {}, path }) {
        const fonts = Object.keys(bundle).filter((file) => file.includes('inter-latin-wght'))
        const attributes = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }
        const tags = fonts.map((file) => ({ tag: 'link', attrs: { ...attributes, href: `./${file}` } }))
        // For the worker, which keeps the texts of all languages: browsers ignore these links.
        const catalogues = Object.values(bundle).flatMap((file) =>
          path === '/desk.html' && file.type === 'chunk' && isOfDesk(file.facadeModuleId) ? [file.fileName] : [],
        )
        const words = catalogues.map((file) => ({ tag: 'link', attrs: { rel: 'words', href: `./${file}` } }))
        return { html: page.replace('data:,', iconUrl), tags: [...tags, ...words] }
      },
    },
  }
}

/** Copies the licence of the font beside it, which the licence demands. */
function fontLicence(): Plugin {
  const source = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')))
  return {
    name: 'font-licence',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/inter-licence.txt', source })
    },
  }
}

/** Writes a gzipped copy beside each file, which the service sends as is. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of globSync('**/*.{html,js,css,wasm}', { cwd: dir! })) {
        const file = join(dir!, name)
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
      }
    },
  }
}
