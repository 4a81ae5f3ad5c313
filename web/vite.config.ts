import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

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
    rolldownOptions: { input: { desk: join(root, 'desk.html'), console: join(root, 'console.html') } },
  },
  plugins: [compressed()],
})

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
