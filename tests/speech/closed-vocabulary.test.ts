import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWav, writeWav } from '#local/speech/pcm.ts'
import { startSpeechServer } from '#local/speech/speech-server.ts'
import { closedVocabularyRecogniser } from '#tests/testkit/speech/closed-vocabulary.ts'
import { listenTo } from '#tests/testkit/speech/listen-client.ts'
import { SPOKEN_CONSULTATION, speak } from '#tests/testkit/speech/spoken-consultation.ts'

test('what is spoken comes out as text, through 48 kHz and back', { timeout: 40_000 }, async () => {
  const recogniser = closedVocabularyRecogniser(SPOKEN_CONSULTATION)
  const server = await startSpeechServer({ recogniser, port: 0, enforceRate: false })
  const directory = mkdtempSync(join(tmpdir(), 'spoken-'))
  try {
    const [recorded, resampled] = [join(directory, '48.wav'), join(directory, '16.wav')]
    const spoken = speak(SPOKEN_CONSULTATION)
    writeFileSync(recorded, writeWav(spoken.samples, spoken.sampleRate))
    execFileSync('sox', [recorded, '-r', '16000', resampled])
    const { samples } = readWav(readFileSync(resampled))

    const client = await listenTo(server.url)
    expect(await client.play(samples)).toEqual({ code: 1000, reason: '' })
    const heardWords = client.finals.flatMap(({ channel: { alternatives } }) =>
      alternatives[0]?.transcript ? [alternatives[0]] : [],
    )
    const right = spoken.lines.filter(({ text, start, end, speaker }) => {
      const alternative = heardWords.find(({ transcript }) => transcript === text)
      const [first, last] = [alternative?.words[0], alternative?.words.at(-1)]
      if (!first || !last) return false
      // In its place, to within what the padding around an utterance can move it.
      expect(first.start).toBeGreaterThan(start - 0.3)
      expect(last.end).toBeLessThan(end + 0.3)
      expect(first.speaker).toBe(speaker)
      return true
    })
    expect(right.length).toBeGreaterThanOrEqual(Math.ceil((spoken.lines.length * 11) / 12))
    expect(client.messages.filter(({ type }) => type === 'UtteranceEnd').length).toBeGreaterThanOrEqual(
      right.length - 1,
    )

    // Other sentences are not bent into these.
    const other = await listenTo(server.url)
    await other.play(speak([{ text: 'o gato subiu no telhado da casa' }], { sampleRate: 16_000 }).samples)
    expect(other.finals.map((final) => final.channel.alternatives[0]?.transcript).filter(Boolean)).toEqual([])
  } finally {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
