import { useEffect, useRef } from 'react'
import { ANALYSER_SIZE } from '../device/microphone.ts'
import type { RecordingSession } from './session.ts'

const BARS = 38
const STEP_MS = 70
const FLOOR = 0.12
const bars = Array.from({ length: BARS }, (_, bar) => bar)

/** Shows the microphone's level, newest at the right. Decorative: faults are reported as text. */
export function LevelMeter({ session }: { session: RecordingSession | null }) {
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!session) return
    const wave = new Uint8Array(ANALYSER_SIZE)
    const levels = new Array<number>(BARS).fill(0)
    const timer = setInterval(() => {
      if (document.hidden || !meter.current) return
      if (session.waveform(wave)) levels.push(levelOf(wave))
      else levels.fill(0)
      levels.splice(0, levels.length - BARS)
      for (const [bar, level] of levels.entries()) {
        const element = meter.current.children[bar] as HTMLElement
        element.style.transform = `scaleY(${Math.max(FLOOR, level).toFixed(2)})`
      }
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [session])
  return (
    <div ref={meter} aria-hidden className="flex h-11 w-full items-center justify-center gap-0.75 max-lg:hidden">
      {bars.map((bar) => (
        <i
          key={bar}
          className="h-full w-1 rounded-full bg-accent opacity-85"
          style={{ transform: `scaleY(${FLOOR})` }}
        />
      ))}
    </div>
  )
}

/** Perceived loudness from 0 (-54 dB) to full (-9 dB). */
function levelOf(wave: Uint8Array): number {
  let power = 0
  for (const value of wave) power += ((value - 128) / 128) ** 2
  const decibels = 10 * Math.log10(power / wave.length + 1e-9)
  return Math.max(0, Math.min(1, (decibels + 54) / 45))
}
