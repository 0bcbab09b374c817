import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import type { Forwarded } from './mark.ts'
import { cpuOf, median, memoryOf, spread } from './process-use.ts'
import { enter, record } from './recorders.ts'
import type { Bench } from './registry.ts'
import { startRooms } from './workerd.ts'

const ROOMS = 100
/**
 * A room that hears nothing for 10 s is put to sleep, and its page cache is gone. One that has an engine's socket is not:
 * turns are shorter, so that both stay awake as they do while somebody records.
 */
const ROUND_S = 5
const FRAMES = ROUND_S * 4
const ROUNDS = 18
/** Memory counts from here on: before, each room still fills its page cache. */
const SETTLED_S = 60
const CPU_TARGET = 1.5
const MEMORY_TARGET = 1.3
/** From 60 s to 90 s. */
const GROWTH_TARGET = 0.05

/**
 * The room beside the least that stores and acknowledges (rooms/minimal-room.ts): 100 rooms each, 400 frames a second in
 * real time, turn by turn. Ours forwards every frame to an engine that says what is being said once a second and a line
 * every four; the minimal room forwards nothing.
 */
export const relay: Bench = async (print) => {
  const engine = fork(join(import.meta.dirname, 'engine.ts'))
  const [{ port: enginePort }] = (await once(engine, 'message')) as [{ port: number }]
  const forwarded = async () => (await (await fetch(`http://127.0.0.1:${enginePort}`)).json()) as Forwarded
  const settings = { ENVIRONMENT: 'preview', SPEECH_URL: `ws://127.0.0.1:${enginePort}/v1/listen` }
  const running = [
    await startRooms({ name: 'relay', entry: 'relay-worker.ts', className: 'ConsultationRoom', settings }),
    await startRooms({ name: 'minimal', entry: 'minimal-worker.ts', className: 'MinimalRoom', settings: {} }),
  ] as const
  try {
    const sides = [
      { ...running[0], recorders: await enter(running[0].port, ROOMS, askForTake), ...empty() },
      { ...running[1], recorders: await enter(running[1].port, ROOMS, async () => 1), ...empty() },
    ] as const
    for (const side of sides) side.memory.push(memoryOf(side.pid))
    let longest = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of sides) {
        const before = cpuOf(side.pid)
        const began = performance.now()
        await record(side.recorders, FRAMES)
        longest = Math.max(longest, (performance.now() - began) / 1_000)
        side.cpu.push((cpuOf(side.pid) - before) / (FRAMES * ROOMS))
        side.memory.push(memoryOf(side.pid))
      }
    }
    for (const side of sides) for (const recorder of side.recorders) recorder.leave()
    const [ours, minimal] = sides
    const { rooms, again } = await forwarded()
    const unheard = missingIn(rooms)
    const unstored = { ours: missingIn(await ours.kill()), minimal: missingIn(await minimal.kill()) }
    const cpu = ours.cpu.map((one, i) => one / (minimal.cpu[i] as number))
    const settled = SETTLED_S / ROUND_S
    const memory = ours.memory.slice(settled).map((one, i) => one.pss / (minimal.memory[i + settled] as Memory).pss)
    const [growth, minimalGrowth] = [growthOf(ours.memory), growthOf(minimal.memory)]
    print(`${ROOMS} rooms, ${ROUNDS} rounds of ${ROUND_S} s each in turn, ${ROOMS * 4} frames/s of 8,008 bytes`)
    print(`longest round ${longest.toFixed(1)} s: much more than ${ROUND_S} means a machine too busy to measure`)
    print(figure('CPU per frame', cpu, CPU_TARGET))
    for (const { name, cpu } of sides) print(`  ${name}: ${median(cpu).toFixed(0)} µs (${spread(cpu, 0)})`)
    print(figure(`memory from ${SETTLED_S} s on`, memory, MEMORY_TARGET))
    for (const { name, memory } of sides) {
      const pss = memory.slice(settled).map((one) => one.pss)
      print(`  ${name}: ${median(pss).toFixed(1)} MiB PSS (${spread(pss, 1)}), RSS at 0/30/60/90 s: ${rssLine(memory)}`)
    }
    print(
      `growth from 60 s to 90 s ${(growth * 100).toFixed(1)} %, target <= ${GROWTH_TARGET * 100} %; ` +
        `minimal: ${(minimalGrowth * 100).toFixed(1)} %`,
    )
    print(`frames not forwarded: ${unheard}, target 0; forwarded again after a restart: ${again}`)
    print(`frames acknowledged and not on the disk: ${unstored.ours}, target 0; minimal: ${unstored.minimal}`)
    const complete = unheard === 0 && unstored.ours === 0 && unstored.minimal === 0
    return complete && median(cpu) <= CPU_TARGET && median(memory) <= MEMORY_TARGET && growth <= GROWTH_TARGET
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    engine.disconnect()
  }
}

/** Room by room: frames of one do not stand for those of another. */
const missingIn = (rooms: readonly number[]) =>
  Array.from({ length: ROOMS }, (_, i) => Math.max(0, ROUNDS * FRAMES - (rooms[i] ?? 0))).reduce(
    (sum, one) => sum + one,
  )

type Memory = ReturnType<typeof memoryOf>
const empty = () => ({ cpu: [] as number[], memory: [] as Memory[] })
const rssAt = (memory: readonly Memory[], seconds: number) => (memory[seconds / ROUND_S] as Memory).rss
const growthOf = (memory: readonly Memory[]) => rssAt(memory, 90) / rssAt(memory, 60) - 1
const rssLine = (memory: readonly Memory[]) =>
  `${[0, 30, 60, 90].map((seconds) => rssAt(memory, seconds).toFixed(1)).join(' / ')} MiB`
const figure = (what: string, ratios: readonly number[], target: number) =>
  `${median(ratios).toFixed(2)} x ${what} (${spread(ratios, 2)}), target <= ${target}`

/** A page that begins to record. */
async function askForTake(socket: WebSocket): Promise<number> {
  const given = new Promise<number>((resolve) => {
    const read = (data: unknown) => {
      const message = JSON.parse(String(data)) as { type: string; recorder?: string; take?: number }
      if (message.type !== 'recorder' || message.recorder !== 'you') return
      socket.off('message', read)
      resolve(message.take as number)
    }
    socket.on('message', read)
  })
  socket.send(JSON.stringify({ type: 'hello', version: 1, since: 0, screen: 'bench' }))
  socket.send(JSON.stringify({ type: 'toggle_transcription', action: 'start' }))
  return given
}
