import { defineConfig } from 'vitest/config'

// On a busy machine, a test can take ten times as long. A condition that never comes fails before the test's own limit.
const patient = { testTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // As many as CI has cores: one fewer, which is the default, leaves a core idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'product',
          globalSetup: ['test/postgres-server.ts', 'test/outer-address.ts'],
          include: ['{src,client,test,docs}/**/*.test.ts'],
          exclude: ['test/drills/**', 'test/browser/**'],
          ...patient,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: ['test/browser/find-chromium.ts', 'test/browser/build-pages.ts'],
          ...patient,
          // A test has many steps, each of which may take 60 s.
          testTimeout: 180_000,
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
