/** The audio of these tests: every sample says where it belongs, so that none can be lost, doubled or misplaced unseen. */
export const sampleAt = (take: number, at: number): number => ((take * 7_919 + at * 31) % 32_767) + 1

export function pcmOf(take: number, from: number, count: number): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(count)
  for (let i = 0; i < count; i++) samples[i] = sampleAt(take, from + i)
  return samples
}
