import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // As many as CI has cores: one fewer, which is the default, leaves a core idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'product',
          globalSetup: 'test/postgres-server.ts',
          include: ['{src,client,test,docs}/**/*.test.ts'],
          exclude: ['test/drills/**', 'test/browser/**'],
          // On a busy machine, a test can take ten times as long.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: ['test/browser/find-chromium.ts', 'test/browser/build-pages.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'drills',
          globalSetup: 'test/postgres-server.ts',
          include: ['test/drills/*.test.ts'],
          testTimeout: 1_200_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
