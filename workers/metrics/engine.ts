import { loudMs } from '#domain/consultation/voice.ts'
import {
  beginVoice,
  endVoice,
  type Hearing,
  judge,
  newHearing,
  onFailure,
  onVoice,
  onWords,
  type VoiceMinute,
} from '#domain/service/voice-minute.ts'
import { EngineFailure, type EngineSession, type SpeechEngine } from '../speech/engine.ts'
import { measure, measured } from './measure.ts'

/** Null: the engine has no batch call, which is no failure. */
function faultOf(error: unknown): string | null {
  if (!(error instanceof EngineFailure)) return 'failed'
  return error.fault === 'no_such_endpoint' ? null : error.fault
}

/** Measures the engine of one room at its port: how calls end, and in which minutes its voice has words in time. */
export function measuredEngine(engine: SpeechEngine, now: () => number = Date.now): SpeechEngine {
  let voice: VoiceMinute = beginVoice(now())
  let hearing: Hearing = newHearing
  const take = ({ state, counts }: ReturnType<typeof onVoice>) => {
    voice = state
    for (const minute of counts) {
      if ('words' in minute) measure({ metric: 'words', value: minute.words })
      else if ('firstWords' in minute) measure({ metric: 'first_words', value: minute.firstWords })
      else measure({ metric: 'words', failed: 1, fault: 'no_engine' })
      const { count, failed, ...next } = judge(hearing, minute)
      hearing = next.hearing
      const fault = failed === 0 ? '' : 'failed' in minute ? 'no_engine' : 'no_words'
      if (count + failed > 0) measure({ metric: 'consultation_words', count, failed, fault })
    }
  }
  const fail = (fault: string) => {
    measure({ metric: 'engine', failed: 1, fault })
    take(onFailure(voice, now()))
  }
  const measuredSession = (session: EngineSession): EngineSession => ({
    ...session,
    send(pcm) {
      session.send(pcm)
      take(onVoice(voice, loudMs(samplesOf(pcm)), now()))
    },
    close() {
      session.close()
      take(endVoice(voice, now()))
    },
  })
  return {
    async open(settings, events) {
      let isFinishing = false
      const open = () =>
        engine.open(settings, {
          message(message) {
            if (message.type === 'Error') fail('failed')
            const hasWords =
              message.type === 'Results' &&
              message.channel.alternatives.some(({ transcript }) => transcript.trim() !== '')
            if (hasWords) take(onWords(voice, now()))
            events.message(message)
          },
          garbage() {
            fail('garbage')
            events.garbage()
          },
          closed(code) {
            if (!isFinishing) fail('closed')
            events.closed(code)
          },
        })
      const session = await measured('engine', open, faultOf).catch((error: unknown) => {
        take(onFailure(voice, now()))
        throw error
      })
      const finish = () => {
        isFinishing = true
        session.finish()
      }
      return { ...measuredSession(session), finish }
    },
    async transcribe(pcm, settings) {
      try {
        return await measured('engine', () => engine.transcribe(pcm, settings), faultOf)
      } catch (error) {
        if (faultOf(error) !== null) take(onFailure(voice, now()))
        throw error
      }
    },
  }
}

/** A live frame begins at an even byte; what does not is copied. */
const samplesOf = (pcm: Uint8Array): Int16Array => {
  const { buffer, byteOffset, byteLength } = pcm.byteOffset % 2 === 0 ? pcm : pcm.slice()
  return new Int16Array(buffer, byteOffset, byteLength >> 1)
}
