import { describe, expect } from 'vitest'
import type { ZoneClock } from '../src/entities/clocks.ts'
import { contact, setTime } from './contact.ts'
import { csvFile, line, submitCsv, whenWith } from './csv-file.ts'
import { entity } from './history.ts'
import { messageCentre } from './message-centre.ts'
import { byVisit, eachEngine, type Rollcall } from './rollcall.ts'
import { item } from './submission.ts'

// Since November 2026, the clocks of Manitoba stay five hours behind UTC. The rules of Node 26.10 are older.
const winnipeg = async (rollcall: Rollcall) => {
  setTime(rollcall, '2026-12-01T18:00:00Z')
  await rollcall.given(entity({ time_zone: 'America/Winnipeg' }))
}
const at = (when: string) => ({ params: { ...item().params, when } })

describe('in a zone whose rules changed after the release of Node', () => {
  eachEngine('a message, a page and a list have the time of the clinic', async (rollcall) => {
    await winnipeg(rollcall)
    const { mobile, texts } = await messageCentre(rollcall)
    const { open } = await contact(rollcall, at('2026-12-14T14:30:00Z'))
    await rollcall.deliver({ mobile })
    expect(texts()).toEqual([expect.stringContaining('14 dez 09:30')])
    const { body } = await open()
    expect(body).toContain('<strong>09:30</strong>')
    expect(body).toContain('data-at="2026-12-14T14:30:00.000Z" data-offset="-300"')
    const [visit] = (await rollcall.get(byVisit('2026-12-14'))).json()
    expect(visit.params).toMatchObject({ day: '14', hour: '9', minute: '30' })
  })

  eachEngine('the pages get the offsets of the clinic', async (rollcall) => {
    await winnipeg(rollcall)
    await rollcall.given(entity({ id: 'lisboa' }), entity({ id: 'porto' }))
    const clocks: ZoneClock[] = (await rollcall.get('/v1/clocks')).json()
    expect(clocks.map(({ time_zone }) => time_zone)).toEqual(['America/Winnipeg', 'Europe/Lisbon'])
    expect(clocks[0]!.offsets.at(-1)).toEqual({ from: '2026-03-08T08:00:00Z', minutes: -300 })
    const { token } = await rollcall.tokenFor({ entities: ['porto'] })
    const ofPorto = await rollcall.get('/v1/clocks', { authorization: `Bearer ${token}` })
    expect(ofPorto.json()).toEqual([clocks[1]])
  })

  eachEngine('the last hour of a day belongs to it', async (rollcall) => {
    await winnipeg(rollcall)
    await contact(rollcall, at('2026-12-15T04:30:00Z'))
    const daysOf = async (day: string) => (await rollcall.get(byVisit(day))).json().length
    expect([await daysOf('2026-12-14'), await daysOf('2026-12-15')]).toEqual([1, 0])
  })

  eachEngine('a row of a file has the instant of the clinic', async (rollcall) => {
    await winnipeg(rollcall)
    await submitCsv(
      rollcall,
      csvFile(line({ Data: '14/12/2026', Hora: '09:30' })),
      whenWith({ zone: 'America/Winnipeg' }),
    )
    const [visit] = (await rollcall.get(byVisit('2026-12-14'))).json()
    expect(visit.params).toMatchObject({ when: '2026-12-14T14:30:00Z', hour: '9' })
  })
})
