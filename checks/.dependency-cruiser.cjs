// The neighbourhoods of src/ by level, from the bottom up, as README.md shows them. A file imports from its own neighbourhood or from
// lower levels. Type imports count.
const { levels } = require('./levels.json')

const entryPoints = levels.at(-1)
const pattern = (names) => `^src/(${names.map((name) => `${name}(/|[.]ts$)`).join('|')})`
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })
const sources = { pathNot: '[.]test[.]ts$' }

module.exports = {
  forbidden: [
    rule('no-cycle', 'Files do not import one another in a circle.', {}, { circular: true }),
    rule(
      'known-neighbourhood',
      'Everything in src/ has a level.',
      { path: '^src/', pathNot: pattern(levels.flat()) },
      {},
    ),
    ...levels
      .slice(0, -1)
      .map((level, index) =>
        rule(
          `up-from-${level.join('-')}`,
          'A file imports from its own neighbourhood or from lower levels.',
          { ...sources, path: pattern(level) },
          { path: pattern(levels.slice(index + 1).flat()) },
        ),
      ),
    ...levels
      .filter((level) => level.length > 1 && level !== entryPoints)
      .flatMap((level) =>
        level.map((one) =>
          rule(
            `beside-${one}`,
            'Neighbourhoods of one level do not import from each other.',
            { ...sources, path: pattern([one]) },
            { path: pattern(level.filter((other) => other !== one)) },
          ),
        ),
      ),
    rule(
      'channel-by-name',
      'Only the registry imports from the folder of a channel (docs/decisions/0076).',
      { path: '^src/', pathNot: '[.]test[.]ts$|^src/channels/(registry[.]ts$|[^/]+/)' },
      // `settings` is about all channels.
      { path: '^src/channels/[^/]+/', pathNot: '^src/channels/settings/' },
    ),
    rule(
      'web-imports-client',
      'Pages use only the client.',
      { path: '^web/', pathNot: '[.]test[.]tsx?$' },
      { path: '^(src|test|bench)/' },
    ),
    rule(
      'sources-import-no-tests',
      'Only tests import tests.',
      { ...sources, path: '^(src|web|client)/' },
      { path: '^test/|[.]test[.]ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|bench|checks)/' },
    tsPreCompilationDeps: true,
  },
}
