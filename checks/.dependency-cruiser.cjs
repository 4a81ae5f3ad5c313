// The floors from the bottom up, as README.md shows them, and the imports between folders of one floor, with their reasons.
// A file imports from its own folder or from lower floors. Type imports count.
const { floors, neighbours } = require('./floors.json')

const isFile = (name) => ['app', 'service', 'main'].includes(name)
const pattern = (names) => `^src/(${names.map((name) => (isFile(name) ? `${name}[.]ts$` : `${name}/`)).join('|')})`
const folders = floors.flat()
const leaf = { path: '^src/[a-z-]+[.]ts$', pathNot: pattern(folders) }

const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to })

/** The folders of the same floor from which the files of a folder do not import. */
const strangers = (folder, floor) =>
  floor.filter((other) => other !== folder && !neighbours.some(({ from, to }) => from === folder && to === other))

module.exports = {
  forbidden: [
    rule('no-cycle', 'Files do not import one another in a circle.', {}, { circular: true }),
    rule(
      'known-folder',
      'Each folder of src/ stands on a floor.',
      { path: '^src/[^/]+/', pathNot: pattern(folders) },
      {},
    ),
    rule('up-from-leaf', 'A leaf module imports leaf modules alone.', leaf, { path: pattern(folders) }),
    ...floors
      .slice(0, -1)
      .map((floor, index) =>
        rule(
          `up-from-floor-${index}`,
          'A file imports from its own folder or from lower floors.',
          { path: pattern(floor), pathNot: '[.]test[.]ts$' },
          { path: pattern(floors.slice(index + 1).flat()) },
        ),
      ),
    ...floors.flatMap((floor) =>
      floor
        .filter((folder) => !isFile(folder) && strangers(folder, floor).length > 0)
        .map((folder) =>
          rule(
            `stranger-of-${folder}`,
            'A file imports from another folder of its floor only if `neighbours` lists the pair.',
            { path: pattern([folder]), pathNot: '[.]test[.]ts$' },
            { path: pattern(strangers(folder, floor)) },
          ),
        ),
    ),
    rule(
      'channel-by-name',
      'Only the registry imports from the folder of a channel (docs/decisions/0076).',
      { path: '^src/', pathNot: '[.]test[.]ts$|^src/channels/(registry[.]ts$|[^/]+/)' },
      { path: '^src/channels/[^/]+/' },
    ),
    rule(
      'web-imports-client',
      'Pages use the client alone.',
      { path: '^web/', pathNot: '[.]test[.]tsx?$' },
      { path: '^(src|test|bench)/' },
    ),
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
