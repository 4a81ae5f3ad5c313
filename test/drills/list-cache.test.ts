import { compareLists } from '../compare-lists.ts'
import { eachEngine } from '../rollcall.ts'

// The whole drill has 100,000: see CONTRIBUTING.md.
const comparisons = Number(process.env.LIST_COMPARISONS ?? 4_000)
const perService = 1_000

for (let seed = 1; seed <= comparisons / perService; seed++) {
  eachEngine(
    `lists are the same with and without the cache, and as the database has them: round ${seed}`,
    async (rollcall) => compareLists(rollcall, perService, seed),
    { config: { listCacheBytes: 1_000_000 } },
  )
}
