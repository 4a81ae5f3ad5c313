// The floors of src/, from the bottom up, as CONTRIBUTING.md describes them. A file imports from its own folder or from lower
// floors, type imports included.
const floors = [
  ['[a-z-]+'],
  ['http', 'database'],
  ['entities', 'access', 'audit'],
  ['notifications', 'plugins'],
  ['actions', 'checkin', 'delivery', 'events'],
  ['lifecycle'],
  ['answers', 'replies', 'messages', 'tasks', 'visits', 'desk', 'reminders'],
  ['import', 'copy', 'sources', 'webhooks', 'pages'],
  ['app', 'service', 'upgrade', 'workers'],
  ['main', 'cli'],
]

const isFile = (name) => ['app', 'service', 'upgrade', 'workers', 'main'].includes(name)
const pattern = (names) => `^src/(${names.map((name) => (isFile(name) ? `${name}[.]ts$` : `${name}/`)).join('|')})`
const higher = floors.slice(1).map(pattern)
const leaf = { path: '^src/[a-z-]+[.]ts$', pathNot: higher.join('|') }

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

module.exports = {
  forbidden: [
    rule('no-cycle', 'Files do not import one another in a circle.', {}, { circular: true }),
    rule(
      'known-folder',
      'Each folder of src/ stands on a floor.',
      { path: '^src/[^/]+/', pathNot: higher.join('|') },
      {},
    ),
    rule('up-from-leaf', 'A leaf module imports leaf modules alone.', leaf, { path: higher.join('|') }),
    ...higher
      .slice(0, -1)
      .map((floor, index) =>
        rule(
          `up-from-floor-${index + 1}`,
          'A file imports from its own folder or from lower floors.',
          { path: floor, pathNot: '[.]test[.]ts$' },
          { path: higher.slice(index + 1).join('|') },
        ),
      ),
    rule('web-imports-client', 'Pages use the client alone.', { path: '^web/' }, { path: '^(src|test|bench)/' }),
    rule(
      'sources-import-no-tests',
      'Only tests import tests.',
      { path: '^(src|web|client)/', pathNot: '[.]test[.]ts$' },
      { path: '^test/|[.]test[.]ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|bench|checks)/' },
    tsPreCompilationDeps: true,
  },
}
