import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microphoneFault, recorderFaults } from './microphone.ts'
import {
  initialRecorder,
  isMeantToRecord,
  type RecorderEvent,
  type RecorderState,
  type RoomSide,
  restatement,
  transition,
} from './recorder.ts'

const room: RoomSide = { connected: true, recorder: 'none', open: true, allowed: true }
const offline: RoomSide = { ...room, connected: false, recorder: 'you' }
const mine: RoomSide = { ...room, recorder: 'you' }
const press = (token: number, side = room): RecorderEvent => ({ type: 'main_button', token, room: side })
const denied = microphoneFault('NotAllowedError')

/** Runs events from idle; returns the last state and, of each step, the effects by name. */
function run(...events: RecorderEvent[]) {
  let state: RecorderState = initialRecorder
  const effects: string[][] = []
  for (const event of events) {
    const next = transition(state, event)
    state = next.state
    effects.push(next.effects.map((effect) => (effect.type === 'say' ? `say ${effect.action}` : effect.type)))
  }
  return { state, effects, names: effects.at(-1) }
}
const granted = (token: number, side = room): RecorderEvent => ({ type: 'granted', token, room: side })
const ready: RecorderEvent[] = [{ type: 'permission_known' }]
const recording: RecorderEvent[] = [...ready, press(2), { type: 'claimed', take: 7 }]

test('[R1] the main button asks for permission and starts in one press, pauses and resumes, and reports each step', () => {
  const { state, effects } = run(
    press(1),
    granted(1),
    { type: 'claimed', take: 7 },
    press(3, mine),
    press(4, mine),
    { type: 'stop', token: 5 },
    { type: 'flushed', token: 5 },
  )
  expect(effects).toEqual([
    ['open_microphone'],
    ['claim'],
    ['capture'],
    ['halt', 'say pause'],
    ['capture', 'say resume'],
    ['halt', 'flush', 'say stop'],
    ['close_microphone'],
  ])
  expect(state).toEqual({ name: 'ready', fault: null })
})

test("[R2] shows the message of the microphone's failure; another press asks again", () => {
  expect(run(press(1), { type: 'refused', token: 1, fault: denied }).state).toEqual({
    name: 'permission_denied',
    fault: denied,
    goOn: false,
  })
  expect(denied.message).toBe('Por favor, permita o acesso ao microfone para continuar')
  expect(microphoneFault('NotFoundError').message).toBe('Nenhum microfone foi detectado no seu dispositivo')
  expect(microphoneFault('NotReadableError').message).toBe('O microfone está sendo usado por outro aplicativo')
  expect(microphoneFault('OverconstrainedError').message).toBe('As configurações do microfone não são suportadas')
  expect(microphoneFault('SecurityError').message).toBe('Acesso ao microfone negado por motivos de segurança')
  expect(microphoneFault('AbortError')).toEqual({
    message: 'Erro desconhecido ao acessar o microfone',
    technical: 'Failed to get microphone permission (AbortError)',
    denied: false,
  })
  const failed = run(press(1), { type: 'refused', token: 1, fault: microphoneFault('NotFoundError') }, press(2))
  expect(failed.state).toMatchObject({ name: 'requesting_permission', token: 2 })
  expect(run(press(1), { type: 'refused', token: 1, fault: denied }, press(2)).names).toEqual(['open_microphone'])
})

test('[R3] an answer to an older start changes nothing', () => {
  const twice = run(press(1), { type: 'leave' }, press(2), granted(1))
  expect(twice.state).toEqual({ name: 'requesting_permission', token: 2, goOn: false })
  expect(run(...ready, press(2), { type: 'claim_failed', token: 1 }).state.name).toBe('connecting')
  expect(run(...recording, { type: 'claim_failed', token: 2 }).state.name).toBe('recording')
})

test('[R4] starting needs a connection, an open consultation, and no other recorder', () => {
  expect(run(...ready, press(2, { ...room, connected: false })).names).toEqual([])
  expect(run(...ready, press(2, { ...room, open: false })).names).toEqual([])
  expect(run(...ready, press(2, { ...room, recorder: 'other' })).state).toEqual({
    name: 'ready',
    fault: recorderFaults.busy,
  })
  const takenOver = run(...ready, { type: 'take_over', token: 2, room: { ...room, recorder: 'other' } })
  expect(takenOver.state).toEqual({ name: 'connecting', token: 2, takeOver: true })
})

test('[R5] a running recording pauses, resumes and stops offline', () => {
  const { state, effects } = run(...recording, press(3, offline), press(4, offline), { type: 'stop', token: 5 })
  expect(effects.slice(-3)).toEqual([
    ['halt', 'say pause'],
    ['capture', 'say resume'],
    ['halt', 'flush', 'say stop'],
  ])
  expect(state.name).toBe('processing')
})

test('[R6] a failed start ends in error, closes the microphone and returns the lease', () => {
  const failed = run(...ready, press(2), { type: 'claim_failed', token: 2 })
  expect(failed.state).toEqual({ name: 'error', fault: recorderFaults.start, goOn: false })
  expect(failed.names).toEqual(['say stop', 'close_microphone'])
  // The lease comes too late: no start waits for it.
  const late = transition(failed.state, { type: 'claimed', take: 4 })
  expect(late).toEqual({ state: failed.state, effects: [{ type: 'say', action: 'stop' }] })
  expect(run(...ready, { type: 'claimed', take: 4 }).names).toEqual(['say stop'])
  expect(run(...ready, press(2), { type: 'refused', token: 2, fault: denied }).state.name).toBe('permission_denied')
})

test('[R7] a microphone that ends while recording alerts at once; the next one continues without a press', () => {
  const broken = run(...recording, { type: 'microphone_failed', fault: recorderFaults.ended })
  expect(broken.names).toEqual(['halt', 'say pause', 'close_microphone', 'alert'])
  expect(broken.state).toEqual({ name: 'error', fault: recorderFaults.ended, goOn: true })
  const again = run(...recording, { type: 'microphone_failed', fault: recorderFaults.ended }, press(3), granted(3))
  expect(again.state).toEqual({ name: 'connecting', token: 3, takeOver: false })
  // The lease is kept meanwhile.
  expect(transition(broken.state, { type: 'claimed', take: 7 }).effects).toEqual([])
})

test('[R8] a screen that loses the lease pauses and tells the doctor', () => {
  const lost = run(...recording, { type: 'lease_lost' })
  expect(lost.names).toEqual(['halt', 'alert'])
  expect(lost.state).toEqual({ name: 'paused', take: 7, fault: recorderFaults.takenOver })
  expect(transition(lost.state, press(9, { ...room, recorder: 'other' })).effects).toEqual([])
  expect(transition(lost.state, press(9, room)).state.name).toBe('connecting')
  const back = transition(lost.state, { type: 'take_over', token: 9, room: { ...room, recorder: 'other' } })
  expect(back.state).toEqual({ name: 'connecting', token: 9, takeOver: true })
})

test('[R9] a new take continues without a press, and no sample goes into the old one', () => {
  expect(run(...recording, { type: 'claimed', take: 8 })).toMatchObject({
    state: { name: 'recording', take: 8 },
    names: ['capture'],
  })
  expect(run(...recording, { type: 'claimed', take: 7 }).names).toEqual([])
  expect(run(...ready, { type: 'claimed', take: 3 }).state.name).toBe('ready')
})

test('[R10] after a reconnection it sends the state, not the commands of the time offline', () => {
  const { state } = run(...recording)
  expect(restatement(state, 'you')).toEqual(['resume'])
  expect(restatement(state, 'none')).toEqual(['start'])
  expect(restatement(state, 'other')).toEqual([])
  expect(restatement(run(...recording, press(3, offline)).state, 'you')).toEqual(['pause'])
  expect(restatement({ name: 'ready', fault: null }, 'you')).toEqual(['stop'])
  expect(restatement({ name: 'ready', fault: null }, 'none')).toEqual([])
})

test('[R12] stops, sends its last frame and shows the reason when another screen finishes', () => {
  const over: RecorderEvent = { type: 'over', token: 9 }
  const stopped = run(...recording, over)
  expect(stopped.names).toEqual(['halt', 'flush', 'say stop', 'alert'])
  expect(stopped.state.name).toBe('processing')
  const after = transition(stopped.state, { type: 'flushed', token: 9 })
  expect(after.state).toEqual({ name: 'ready', fault: recorderFaults.finished })
  expect(run(...recording, press(3, offline), over).state.name).toBe('processing')
  const starting = run(...ready, press(2), over)
  expect(starting.names).toEqual(['flush', 'say stop'])
  expect(transition(starting.state, { type: 'claimed', take: 7 }).state.name).toBe('processing')
  // A stop that is under way already, or nothing to stop: the same message may come any number of times.
  expect(transition(stopped.state, { type: 'over', token: 10 })).toEqual({ state: stopped.state, effects: [] })
  expect(transition(after.state, over)).toEqual({ state: after.state, effects: [] })
  expect(run(over).state).toEqual(initialRecorder)
})

test("[R20] 'Finalizar' ends capture and keeps the take; nothing starts until the doctor undoes it", () => {
  const ending: RecorderEvent = { type: 'ending', token: 8 }
  const closing: RoomSide = { ...mine, open: false }
  const ended = run(...recording, ending)
  expect(ended).toMatchObject({ state: { name: 'paused', take: 7, fault: null }, names: ['halt', 'say pause'] })
  expect(transition(ended.state, press(9, closing))).toEqual({ state: ended.state, effects: [] })
  // After 'Desfazer' a press resumes in the same take. Without it the recording ends like any other.
  expect(transition(ended.state, press(9, mine)).state).toEqual({ name: 'recording', take: 7 })
  expect(transition(ended.state, { type: 'stop', token: 9 }).state.name).toBe('processing')
  // A start that is under way ends too, and a microphone that returns by itself records nothing.
  expect(run(...ready, press(2), ending).names).toEqual(['flush', 'say stop'])
  expect(run(press(1), ending, granted(1)).state.name).toBe('processing')
  const broken = run(...recording, { type: 'microphone_failed', fault: recorderFaults.muted }, ending)
  expect(transition(broken.state, press(9, closing))).toEqual({ state: broken.state, effects: [] })
  expect(run(press(1), granted(1, { ...room, open: false })).state).toEqual({ name: 'ready', fault: null })
  // 'Desfazer' presses for the doctor only where a recording should run.
  const silenced: RecorderEvent = { type: 'microphone_failed', fault: recorderFaults.muted }
  const meant = [recording, [...ready, press(2)], [press(1)], [...recording, silenced]]
  expect(meant.map((events) => isMeantToRecord(run(...events).state))).toEqual([true, true, true, true])
  const paused = [...recording, press(3, mine)]
  const unmeant = [[], ready, paused, [...paused, silenced], [...ready, silenced]]
  expect(unmeant.map((events) => isMeantToRecord(run(...events).state))).toEqual([false, false, false, false, false])
})

test('[R13] does not start without consent, and stops at once when the patient withdraws it', () => {
  const unasked: RoomSide = { ...room, allowed: false }
  expect(run(press(1, unasked))).toMatchObject({ state: initialRecorder, names: [] })
  expect(run(...ready, press(2, unasked))).toMatchObject({ state: { name: 'ready' }, names: [] })
  expect(run({ type: 'take_over', token: 1, room: { ...unasked, recorder: 'other' } }).names).toEqual([])
  expect(run(...recording, press(3, { ...unasked, recorder: 'you' })).state.name).toBe('paused')
  const withdrawn = run(...recording, { type: 'withdrawn' })
  expect(withdrawn).toMatchObject({ state: { name: 'idle' }, names: ['halt', 'say stop', 'close_microphone'] })
  // No late answer starts the recording again.
  for (const late of [granted(2), { type: 'flushed', token: 2 }] as const)
    expect(transition(withdrawn.state, late)).toEqual({ state: withdrawn.state, effects: [] })
  expect(transition(withdrawn.state, { type: 'claimed', take: 8 }).effects).toEqual([{ type: 'say', action: 'stop' }])
  const broken = run(...recording, { type: 'microphone_failed', fault: recorderFaults.ended }, { type: 'withdrawn' })
  expect(broken.state.name).toBe('idle')
  expect(restatement(broken.state, 'you')).toEqual(['stop'])
})

test('[R11] leaving the screen stops the recording and closes the microphone, from every state', () => {
  expect(run(...recording, { type: 'leave' })).toMatchObject({
    state: { name: 'idle' },
    names: ['halt', 'say stop', 'close_microphone'],
  })
  const events: fc.Arbitrary<RecorderEvent> = fc.oneof(
    fc.record({
      type: fc.constantFrom('main_button' as const, 'take_over' as const, 'granted' as const),
      token: fc.nat(5),
      room: fc.constantFrom(room, mine, offline, { ...mine, open: false }),
    }),
    fc.record({
      type: fc.constantFrom(
        'ending' as const,
        'claim_failed' as const,
        'stop' as const,
        'over' as const,
        'flushed' as const,
      ),
      token: fc.nat(5),
    }),
    fc.record({
      type: fc.constant('refused' as const),
      token: fc.nat(5),
      fault: fc.constantFrom(denied, recorderFaults.start),
    }),
    fc.record({ type: fc.constant('claimed' as const), take: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ type: fc.constant('microphone_failed' as const), fault: fc.constant(recorderFaults.ended) }),
    fc.constant<RecorderEvent>({ type: 'lease_lost' }),
    fc.constant<RecorderEvent>({ type: 'permission_known' }),
    fc.constant<RecorderEvent>({ type: 'withdrawn' }),
  )
  // Samples are captured exactly while the state is 'recording'.
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (sequence) => {
      let state: RecorderState = initialRecorder
      let capturing = false
      for (const event of [...sequence, { type: 'leave' as const }]) {
        const next = transition(state, event)
        for (const effect of next.effects) {
          if (effect.type === 'capture') capturing = true
          if (effect.type === 'halt') capturing = false
        }
        state = next.state
        expect(capturing).toBe(state.name === 'recording')
      }
      expect(state).toEqual({ name: 'idle' })
    }),
    { numRuns: 2_000 },
  )
})

test('[R22] a page reloaded without a network goes on in its take, or stays paused; a refusal is retried in it', () => {
  const reopened = (paused: boolean): RecorderEvent => ({ type: 'reopened', token: 1, reopened: { take: 7, paused } })
  expect(run(reopened(false), granted(1))).toMatchObject({
    state: { name: 'recording', take: 7 },
    effects: [['open_microphone'], ['capture', 'say resume']],
  })
  // The room returns the take before the microphone is open.
  expect(run(reopened(false), { type: 'claimed', take: 7 }, granted(1)).state).toEqual({ name: 'recording', take: 7 })
  const paused = run(reopened(true), granted(1))
  expect([paused.state, paused.names]).toEqual([{ name: 'paused', take: 7, fault: null }, []])
  expect(run(reopened(true), granted(1), press(2, offline)).state).toEqual({ name: 'recording', take: 7 })
  const refused = run(
    reopened(false),
    { type: 'refused', token: 1, fault: denied },
    { ...press(2, offline) },
    granted(2),
  )
  expect(refused.state).toEqual({ name: 'recording', take: 7 })
  // A recording of this page is not replaced.
  expect(run(...recording, { type: 'reopened', token: 3, reopened: { take: 5, paused: false } }).state).toEqual({
    name: 'recording',
    take: 7,
  })
})
