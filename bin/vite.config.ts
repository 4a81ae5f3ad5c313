import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')

// These read files of their own, or load only when they are needed.
const external = ['@fastify/static', '@fastify/swagger', '@fastify/swagger-ui', 'nodemailer', 'pg', 'smpp']

/** Bundles the program and its packages, for rollcall.js. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    rolldownOptions: {
      input: join(root, 'src/main.ts'),
      external,
      // All in one folder, two folders deep: see src/platform/project-file.ts.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [origin()],
})

/** Writes the paths and the text of the sources, and the versions of the packages. */
function origin(): Plugin {
  return {
    name: 'origin',
    writeBundle({ dir }, output) {
      const modules = Object.values(output).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
      const sources = modules.map((id) => relative(root, id)).filter((path) => /^(src|client)\//.test(path))
      const paths = ['package.json', 'package-lock.json', ...sources.sort()]
      writeFileSync(join(dir!, 'origin.json'), JSON.stringify(paths))
      writeFileSync(join(dir!, 'origin.txt'), Buffer.concat(paths.map((path) => readFileSync(join(root, path)))))
    },
  }
}
