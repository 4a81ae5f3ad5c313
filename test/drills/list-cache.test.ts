import { compareLists } from '../compare-lists.ts'
import { eachEngine } from '../rollcall.ts'

const comparisons = 1_000
const rounds = process.env.LONG_DRILLS ? 100 : 1

for (let seed = 1; seed <= rounds; seed++) {
  eachEngine(
    `lists are the same with and without the cache, and as the database has them: round ${seed}`,
    async (rollcall) => compareLists(rollcall, comparisons, seed),
    { config: { listCacheBytes: 1_000_000 } },
  )
}
