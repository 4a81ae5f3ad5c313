import { defineConfig } from 'vitest/config'

// On a busy machine, a test, or the stop of a PostgreSQL server, can take ten times as long. A condition that never becomes
// true fails before the test's own limit.
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } }

// Each page in each state, by day and night, in each language and width; whole journeys; what devices keep; and what a change
// rarely breaks.
const pages = [
  'test/browser/*-accessibility.test.ts',
  'test/browser/{admin-access,admin-clinics,admin-guide,admin-link,admin-systems,budget,call-list,calls,codes-offline}.test.ts',
  'test/browser/{console-address,demo,desk-person,device,first-page,kiosk,long-names,not-applied,settings}.test.ts',
  'test/browser/{shown-card,sign-in,sign-in-link,templates,text-answer,today,unsent,visit-page,webkit}.test.ts',
]

// These compare times or memory, so nothing else of this project runs beside them.
const alone = [
  'test/drills/{fair-sending,greedy-client,large-bodies,long-list,many-credentials,migrate-beside-writers}.test.ts',
  'test/drills/{slow-names,unread-responses,unsigned-callbacks,webhook-receivers}.test.ts',
]
const ofDrills = {
  globalSetup: ['test/postgres-server.ts', 'test/citus.ts', 'test/browser/build-pages.ts'],
  testTimeout: 1_200_000,
  hookTimeout: 60_000,
}

const ofBrowser = {
  globalSetup: ['test/files-in-memory.ts', 'test/browser/find-chromium.ts', 'test/browser/build-pages.ts'],
  ...patient,
  // A test has many steps, each of which may take two minutes.
  testTimeout: 600_000,
  // A worker loads each module and starts the browser once, not once per file. Each test has its own service and profile.
  isolate: false,
}

export default defineConfig({
  test: {
    // Twice as many as CI has cores: tests also wait for timers, processes and browsers.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'product',
          globalSetup: ['test/files-in-memory.ts', 'test/postgres-server.ts', 'test/citus.ts', 'test/outer-address.ts'],
          include: ['{src,client,web,test,docs}/**/*.test.ts'],
          exclude: ['test/drills/**', 'test/browser/**'],
          // A worker loads each module once, not once per file. Each test boots its own service, so no state is left behind.
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          exclude: pages,
          ...ofBrowser,
          globalSetup: [...ofBrowser.globalSetup, 'test/browser/find-pdftotext.ts'],
        },
      },
      {
        test: {
          name: 'browser-drills',
          include: pages,
          ...ofBrowser,
          globalSetup: [...ofBrowser.globalSetup, 'test/browser/find-webkit.ts'],
        },
      },
      {
        // These kill processes, wait for silent servers and follow the documents. Their results do not depend on speed.
        test: { name: 'drills', include: ['test/drills/*.test.ts'], exclude: alone, ...ofDrills },
      },
      {
        test: { name: 'drills-alone', include: alone, ...ofDrills, fileParallelism: false },
      },
    ],
  },
})
