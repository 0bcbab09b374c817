import { plain } from '../text.ts'
import type { Speaker, TranscriptEntry } from './entry.ts'

/** A guess from the words alone. Confidence 0.5 is a coin toss, 1 is certain. */
export type SpeakerGuess = { speaker: Speaker; confidence: number }

// Weights are per cue: a greeting by name of office outweighs a question, which patients ask too.
const doctorCues: readonly (readonly [RegExp, number])[] = [
  [/\b(sou (o|a) (doutor|doutora|dr|dra|medic[oa]))\b/, 4],
  [
    /\bem que (eu )?posso (te |lhe )?ajudar|o que (te |o |a )?(traz|trouxe)|me conta|me fale|como (eu )?posso ajudar/,
    3,
  ],
  [
    /\b(voce|o senhor|a senhora)( ja| tambem)? (tem|teve|sente|sentiu|toma|usa|fuma|bebe|esta|ta|consegue|reparou|notou|falou|disse|mora|trabalha|faz|costuma|deve|pode|vai|precisa)\b/,
    2.5,
  ],
  [
    /\b(tome|use|evite|beba|volte|retorne|procure|mantenha|suspenda|respire|deite|abra a boca|faca (o|um|repouso))\b/,
    2.5,
  ],
  [
    /\b(vou|quero|posso|vamos) (te |lhe )?(passar|receitar|prescrever|pedir|solicitar|encaminhar|examinar|auscultar|medir)\b/,
    3,
  ],
  [/\b(ausculta|saturacao|ao exame|hipotese|diagnostico|receita)\b/, 2],
  [
    /\b(a )?(sua )?pressao (esta|ta|deu) (em )?(\d|d(ez|oze)\b|onze|treze|[qc]u?atorze|quinze|deze(sseis|ssete|nove)|dezoito|vinte|cem\b|cento|\w+enta\b|\w+ por)/,
    2,
  ],
  [/\bpara (voce|o senhor|a senhora)\b|\b(seus?|suas?) (sintomas?|dor|familia|sono|exames?|pressao)\b/, 1.5],
  [/^(tem|teve|sente|sentiu|alguma?|ha quanto tempo|desde quando|onde|qual|quantas?|fuma|bebe|toma|usa|doi)\b/, 1.5],
  [/\?$/, 1],
]
const patientCues: readonly (readonly [RegExp, number])[] = [
  [/\b(doutor|doutora)\b/, 1.5],
  [
    /\b(eu )?(tenho|tive|sinto|senti|fiquei|tomo|tomei|uso|sou|fumo|bebo|moro|trabalho|acordei|acordo|comecei|vomitei|consigo|durmo)\b/,
    2,
  ],
  [/\b(estou|to|tava|estava) (com|sentindo|tomando|meio|muito|bem|gravida|enjoad\w+|cansad\w+)\b/, 2],
  [/\b(me (doi|incomoda|sinto|deixa|preocupa|da))\b/, 2],
  [
    /\b(meu|minha|meus|minhas) (pai|mae|irma|irmao|filh[oa]s?|marido|esposa|cabeca|barriga|perna|braco|pressao|dor|estomago|peito|chefe|trabalho)\b/,
    2.5,
  ],
  [/^(sim|nao|acho que (sim|nao)|mais ou menos|faz (um|uns|uma|umas|dois|duas|tres))\b/, 1],
  [/\b(piora|doi|arde|coca|comecou) (quando|muito|bastante|desde|ontem|ha|faz)\b/, 1.5],
]

const weigh = (text: string, cues: readonly (readonly [RegExp, number])[]) =>
  cues.reduce((sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0), 0)

const scoreOf = (text: string): number => {
  const seen = plain(text)
  // 'O senhor sou...' never happens, but a doctor says 'eu tenho aqui o seu exame': the difference decides.
  return weigh(seen, doctorCues) - weigh(seen, patientCues)
}
/** Stores the score of a line: each new line reads all the others again. */
const weighed = new WeakMap<TranscriptEntry, number>()
const scoreOfEntry = (entry: TranscriptEntry): number => {
  const score = weighed.get(entry) ?? scoreOf(entry.text)
  weighed.set(entry, score)
  return score
}
const confidenceOf = (score: number): number => 1 - 0.5 / (1 + Math.abs(score) / 2)

/** Guesses the speaker of a single line; undefined when its words do not show it. */
export const guessSpeaker = (text: string): SpeakerGuess | undefined => guessFrom(scoreOf(text))

function guessFrom(score: number): SpeakerGuess | undefined {
  if (Math.abs(score) < 1.5) return undefined
  return { speaker: score > 0 ? 'doctor' : 'patient', confidence: confidenceOf(score) }
}

const FIRM = 0.8

/**
 * Guesses the speaker of each voice from all its lines. Numbers restart with each engine session, so a voice is
 * (session, number). If a session has two voices and one is decided, the other is the other person.
 */
export function guessVoices(entries: readonly TranscriptEntry[]): Map<string, SpeakerGuess> {
  const scores = new Map<string, { session: number; score: number; lines: number }>()
  for (const entry of entries) {
    if (!entry.voice || entry.isPartial) continue
    const key = voiceKey(entry.voice)
    const seen = scores.get(key) ?? { session: entry.voice.session, score: 0, lines: 0 }
    // A speaker set by hand is the truth about its voice.
    if (entry.speaker_origin === 'hand' && entry.speaker) seen.score += entry.speaker === 'doctor' ? 20 : -20
    else seen.score += Math.max(-4, Math.min(4, scoreOfEntry(entry)))
    seen.lines += 1
    scores.set(key, seen)
  }
  const guesses = new Map<string, SpeakerGuess>()
  for (const session of new Set([...scores.values()].map((item) => item.session))) {
    const voices = [...scores].filter(([, item]) => item.session === session).sort((a, b) => b[1].score - a[1].score)
    const [most, least] = [voices[0], voices.at(-1)]
    if (!most || !least) continue
    if (voices.length === 2) {
      const confidence = confidenceOf(most[1].score - least[1].score)
      if (most[1].score - least[1].score < 1.5) continue
      guesses.set(most[0], { speaker: 'doctor', confidence })
      guesses.set(least[0], { speaker: 'patient', confidence })
      continue
    }
    for (const [key, item] of voices)
      if (Math.abs(item.score) >= 1.5)
        guesses.set(key, { speaker: item.score > 0 ? 'doctor' : 'patient', confidence: confidenceOf(item.score) })
  }
  return guesses
}
const voiceKey = (voice: { session: number; number: number }): string => `${voice.session}:${voice.number}`

/** Fills in speakers where words or voices show them. A speaker set by hand stays. */
export function withSpeakers(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
  const voices = guessVoices(entries)
  return entries.map((entry) => {
    if (entry.speaker_origin === 'hand' || entry.speaker_origin === 'firm') return entry
    if (entry.speaker && entry.speaker_origin === undefined) return entry
    const guess = entry.voice ? voices.get(voiceKey(entry.voice)) : guessFrom(scoreOfEntry(entry))
    if (!guess) return entry
    return {
      ...entry,
      speaker: guess.speaker,
      speaker_origin: entry.voice && guess.confidence >= FIRM ? 'firm' : 'guess',
    }
  })
}
