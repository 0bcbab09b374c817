import { type HeardWord, type Recogniser, SAMPLE_RATE } from '#local/speech/recogniser.ts'

/** The speaker, the second of the recording at which the line starts, and its text. */
type Said = readonly [speaker: number, from: number, text: string]
const DOCTOR = 0
const PATIENT = 1

/** An invented consultation's first minute. */
export const PREPARED: readonly Said[] = [
  [DOCTOR, 1, 'Boa tarde, dona Marina. A senhora tem medido a pressão em casa?'],
  [PATIENT, 6, 'Tenho sim. De manhã fica treze por oito, mas à noite já deu quinze por nove duas vezes.'],
  [DOCTOR, 13, 'Dor de cabeça, tontura, alteração na visão?'],
  [PATIENT, 17, 'Tontura não. Dor de cabeça na nuca, quando acordo, umas três vezes na semana.'],
  [DOCTOR, 24, 'E a losartana, a senhora está tomando todo dia?'],
  [PATIENT, 29, 'Uma vez, de manhã. Às vezes esqueço no fim de semana.'],
  [DOCTOR, 35, 'Certo. Vou medir a pressão agora e depois a gente conversa sobre o horário.'],
  [DOCTOR, 42, 'Deu quatorze e meio por nove no braço'],
]
const WORD_S = 0.32

function wordsOf([speaker, from, text]: Said, until: number): HeardWord[] {
  const all = text.split(' ').map((word, n) => {
    const start = from + n * WORD_S
    return { text: word, start, end: start + WORD_S, confidence: 0.94, speaker }
  })
  return all.filter(({ end }) => end <= until)
}

/** As if it had ended now: a line that waits for its end would count as late. */
function partialOf([speaker, from, text]: Said, until: number): Said {
  return [speaker, Math.max(from, until - text.split(' ').length * WORD_S), text]
}

/**
 * Writes the prepared consultation in time with the audio, whose content it ignores; the last line is always a
 * partial.
 */
export const preparedRecogniser: Recogniser = {
  name: 'prepared',
  demonstration: false,
  open({ onEvent }) {
    let heardUntil = 0
    let next = 0
    return {
      accept(samples) {
        heardUntil += samples.length
        const until = heardUntil / SAMPLE_RATE
        const line = PREPARED[next]
        if (!line || line[1] > until) return onEvent({ kind: 'quiet', until })
        const last = next === PREPARED.length - 1
        const words = wordsOf(last ? partialOf(line, until) : line, until)
        if (last || words.length < line[2].split(' ').length) return onEvent({ kind: 'partial', until, words })
        next += 1
        onEvent({ kind: 'final', end: until, words, endOfSpeech: true })
      },
      async close() {},
      abort() {},
    }
  },
}
