import type { WorkletCommand, WorkletReport } from '#app/features/recording/device/worklet.ts'

/** Plays a tone through the real worklet, faster than real time, at the sample rate of any device. */
export async function renderOffline(url: string, rate: number, hz: number, seconds: number): Promise<number[][]> {
  const context = new OfflineAudioContext(1, rate * seconds, rate)
  await context.audioWorklet.addModule(url)
  const node = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 })
  const frames: number[][] = []
  const halted = new Promise<void>((resolve) => {
    node.port.onmessage = ({ data }: MessageEvent<WorkletReport>) => {
      if (data.type === 'frame') frames.push([...data.samples])
      else if (data.type === 'halted' && data.id === 2) resolve()
    }
  })
  const send = (command: WorkletCommand) => node.port.postMessage(command)
  const tone = new OscillatorNode(context, { frequency: hz })
  const level = new GainNode(context, { gain: 0.5 })
  tone.connect(level).connect(node)
  tone.start()
  // The worklet hears messages between blocks: rendering stands still until it has heard this one.
  const suspended = context.suspend(0).then(async () => {
    send({ type: 'run', run: 1 })
    send({ type: 'halt', id: 1 })
    send({ type: 'run', run: 2 })
    // Only a halt is answered. Another node's answer arrives after all earlier messages.
    const witness = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 })
    await new Promise<void>((resolve) => {
      witness.port.onmessage = () => resolve()
      witness.port.postMessage({ type: 'halt', id: 1 } satisfies WorkletCommand)
    })
    await context.resume()
  })
  await Promise.all([context.startRendering(), suspended])
  send({ type: 'halt', id: 2 })
  await halted
  return frames
}
