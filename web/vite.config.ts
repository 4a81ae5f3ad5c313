import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { iconUrl } from '../client/icon.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
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
        'desk-worker': join(root, 'desk/worker.ts'),
      },
      // A service worker keeps its address, so that browsers find its next version.
      output: { entryFileNames: ({ name }) => (name === 'desk-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
  plugins: [head(), fontLicence(), compressed()],
})

/** Writes the icon into each page, which saves a request, and preloads the font, so that the first text has it. */
function head(): Plugin {
  return {
    name: 'head',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const fonts = Object.keys(bundle).filter((file) => file.includes('inter-latin-wght'))
        const attributes = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }
        const tags = fonts.map((file) => ({ tag: 'link', attrs: { ...attributes, href: `./${file}` } }))
        return { html: page.replace('data:,', iconUrl), tags }
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
