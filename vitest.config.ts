import { defineConfig } from 'vitest/config'

// On a busy machine, a test, or the stop of a PostgreSQL server, can take ten times as long. A condition that never becomes
// true fails before the test's own limit.
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } }

// Each page in each state; whole journeys; what devices keep; paper; and what a change rarely breaks.
const drills = [
  'test/browser/*-accessibility.test.ts',
  'test/browser/{admin-access,admin-clinics,admin-guide,admin-link,admin-systems,budget,demo,device,first-page}.test.ts',
  'test/browser/{call-list,codes-offline,console-address,desk-person,first-start,long-names,nasty-names}.test.ts',
  'test/browser/{shown-card,unsent,webkit}.test.ts',
  'test/browser/{calls,kiosk,not-applied,settings,sign-in,sign-in-link,templates,text-answer,today,visit-page}.test.ts',
]

// These compare times or memory, so nothing else of this project runs beside them.
const alone = [
  'test/drills/{fair-sending,greedy-client,large-bodies,long-list,many-credentials,migrate-beside-writers}.test.ts',
  'test/drills/{slow-names,unread-responses,unsigned-callbacks,webhook-receivers}.test.ts',
]
const ofDrills = {
  globalSetup: ['test/postgres-server.ts', 'test/citus.ts', 'test/browser/build-pages.ts'],
  ...patient,
  testTimeout: 1_200_000,
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
          exclude: drills,
          ...ofBrowser,
          globalSetup: [...ofBrowser.globalSetup, 'test/browser/find-pdftotext.ts'],
        },
      },
      {
        test: {
          name: 'browser-drills',
          include: drills,
          ...ofBrowser,
          globalSetup: [...ofBrowser.globalSetup, 'test/browser/find-webkit.ts'],
        },
      },
      {
        // These kill processes, wait for silent servers and follow the documents. Their results do not depend on speed, so three
        // files run at a time.
        test: { name: 'drills', include: ['test/drills/*.test.ts'], exclude: alone, ...ofDrills },
      },
      {
        test: { name: 'drills-alone', include: alone, ...ofDrills, fileParallelism: false },
      },
    ],
  },
})
