// One wav of an invented consultation, spoken by espeak-ng: for the closed-vocabulary recogniser and for a browser's
// fake microphone (which repeats the file: append %noloop to its path).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav } from '#local/speech/pcm.ts'
import { ensurePackages } from '../packages.ts'
import type { Sentence } from './closed-vocabulary.ts'

const DOCTOR = 0
const PATIENT = 1

/** As heard: small letters, no punctuation. */
export const SPOKEN_CONSULTATION = [
  { speaker: DOCTOR, text: 'boa tarde qual é o motivo da consulta' },
  { speaker: PATIENT, text: 'estou com tosse e febre há quatro dias' },
  { speaker: DOCTOR, text: 'a tosse tem catarro ou é seca' },
  { speaker: PATIENT, text: 'a tosse é seca e piora de noite' },
  { speaker: DOCTOR, text: 'o senhor sente falta de ar ou dor no peito' },
  { speaker: PATIENT, text: 'não sinto falta de ar mas tenho dor nas costas' },
  { speaker: DOCTOR, text: 'o senhor toma algum remédio todo dia' },
  { speaker: PATIENT, text: 'tomo metformina para diabetes e losartana para pressão' },
  { speaker: DOCTOR, text: 'tem alergia a algum medicamento' },
  { speaker: PATIENT, text: 'sou alérgico a penicilina' },
  { speaker: DOCTOR, text: 'agora respire fundo para eu escutar o pulmão' },
  { speaker: DOCTOR, text: 'a saturação está em noventa e sete por cento' },
  { speaker: DOCTOR, text: 'vou pedir uma radiografia do tórax e um hemograma' },
  { speaker: DOCTOR, text: 'tome dipirona de seis em seis horas se tiver febre' },
] as const satisfies readonly Sentence[]

interface SpokenLine extends Sentence {
  /** Seconds in the file. */
  start: number
  end: number
}

const PAUSE_SECONDS = 1.2

/** Speaks the sentences one after the other: at 48 kHz for a fake microphone, at 16 kHz for the recogniser itself. */
export function speak(
  sentences: readonly Sentence[],
  { sampleRate = 48_000, leadSeconds = 1 }: { sampleRate?: 16_000 | 48_000; leadSeconds?: number } = {},
): { samples: Int16Array; sampleRate: number; lines: SpokenLine[] } {
  ensurePackages(['espeak-ng', 'sox'])
  const directory = mkdtempSync(join(tmpdir(), 'spoken-'))
  const pieces: Int16Array[] = []
  const lines: SpokenLine[] = []
  let length = 0
  const add = (samples: Int16Array) => {
    pieces.push(samples)
    length += samples.length
  }
  try {
    add(new Int16Array(Math.round(leadSeconds * sampleRate)))
    for (const sentence of sentences) {
      const samples = speakOne(directory, sentence, sampleRate)
      lines.push({ ...sentence, start: length / sampleRate, end: (length + samples.length) / sampleRate })
      add(samples)
      add(new Int16Array(Math.round(PAUSE_SECONDS * sampleRate)))
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return { samples: joined(pieces), sampleRate, lines }
}

export function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function speakOne(directory: string, { text, speaker }: Sentence, sampleRate: number): Int16Array {
  const spoken = join(directory, 'spoken.wav')
  // The patient's voice is a little higher; the recogniser hears both alike.
  execFileSync('espeak-ng', ['-v', 'pt-br', '-s', '150', '-p', speaker === PATIENT ? '65' : '50', '-w', spoken, text])
  const wav = execFileSync('sox', [spoken, '-r', `${sampleRate}`, '-c', '1', '-b', '16', '-D', '-t', 'wav', '-'], {
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return readWav(wav).samples
}
