import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { answersFor, currentNotice } from '#domain/consent/notice.ts'
import { FIRST_WORD, spoken } from '#tests/testkit/engine/engine.ts'
import { runMinute } from '#workers/jobs/minute.ts'
import { measure } from '#workers/metrics/measure.ts'
import { readStatus } from '#workers/metrics/status.ts'
import { storeMeasurements } from '#workers/metrics/store.ts'
import { newPatient } from './clinic.ts'
import { newDoctor, startVisit } from './doctor.ts'
import { enterRoom, FRAME } from './room-stage.ts'
import { clock, serviceUnderTest, withClock } from './seeing-stage.ts'
import { selectAll } from './sql.ts'

const MINUTE_MS = 60_000
const STEP = 5
withClock()

/** Speaks for four minutes, eight seconds of each, in a room of its own. */
async function speakForMinutes(): Promise<void> {
  const doctor = await newDoctor()
  const id = await startVisit(doctor, await newPatient(doctor, 'Paciente'))
  const consent = { notice_version: currentNotice.version, answers: answersFor('presencial') }
  await doctor.call('POST', `/api/consultations/${id}/consents`, consent)
  const { client } = await enterRoom(doctor, id, 'a')
  client.say({ type: 'toggle_transcription', action: 'start' })
  const { take } = await client.next('recorder', (message) => message.recorder === 'you')
  for (let frame = 0; frame < 4 * 32; frame++) {
    client.frame(Number(take), frame * FRAME, spoken(FIRST_WORD + (frame % 32)))
    if (frame % 4 !== 3) continue
    await client.had('audio_ack', (ack) => ack.stored >= (frame + 1) * FRAME)
    clock.ahead += frame % 32 === 31 ? MINUTE_MS - 8_000 : 1_000
  }
  client.close()
  await env.ROOM.getByName(id).erase()
}

test('transcription that fails for 3 % of the doctors is named and alerts within six hours, 1 % never does', async () => {
  const { engine, alerts, mails, bindings } = serviceUnderTest()
  engine.mood = 'stalled'
  await speakForMinutes()
  engine.mood = 'well'
  await speakForMinutes()
  await storeMeasurements(bindings)
  const judged =
    "SELECT sum(count) AS count, sum(failed) AS failed, max(fault) AS fault FROM measurements WHERE metric = 'consultation_words'"
  expect(await selectAll(judged)).toEqual([{ count: 2, failed: 1, fault: 'no_words' }])

  // Five consultations a minute, as a hundred doctors have them. `failed` of a hundred have no words.
  let [minute, done] = [0, 0]
  const begin = Date.now() + 8 * 60 * MINUTE_MS
  const play = async (minutes: number, failed: number) => {
    for (const end = minute + minutes; minute < end; ) {
      minute += STEP
      clock.moveTo(begin + minute * MINUTE_MS)
      for (let visit = 0; visit < 5 * STEP; visit++) {
        const isLost = Math.floor((++done * failed) / 100) > Math.floor(((done - 1) * failed) / 100)
        measure({ metric: 'consultation_words', ...(isLost && { failed: 1, fault: 'no_words' }) })
      }
      await runMinute(bindings, Date.now())
      if (alerts.some(({ what }) => what === 'raised')) return
    }
  }
  const speech = async () => (await readStatus(bindings, Date.now())).parts.find(({ part }) => part === 'speech')
  await play(6 * 60, 1)
  expect([alerts, mails, (await speech())?.state]).toEqual([[], [], 'ok'])
  const before = minute
  await play(6 * 60, 3)
  expect(minute - before).toBeLessThan(6 * 60)
  expect(alerts).toMatchObject([{ what: 'raised', part: 'speech', metric: 'consultation_words', fault: 'no_words' }])
  expect(mails).toEqual(['[Relato] Falha: reconhecimento de fala'])
  expect(await speech()).toMatchObject({ state: 'failing', metric: 'consultation_words', fault: 'no_words' })
  alerts.length = 0
  await play(65, 0)
  expect(alerts).toMatchObject([{ what: 'ended', metric: 'consultation_words' }])
  expect((await speech())?.state).toBe('ok')
}, 120_000)
