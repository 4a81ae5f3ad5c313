import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'product', include: ['{src,client,test}/**/*.test.ts'], exclude: ['test/drills/**'] } },
      { test: { name: 'drills', include: ['test/drills/*.test.ts'], testTimeout: 1_200_000, fileParallelism: false } },
    ],
  },
})
