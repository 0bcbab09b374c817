/**
 * The page's observations, on its own clock in milliseconds: onsets at its microphone, and each partial when
 * painted.
 */
export type Watched = { onsets: number[]; painted: Record<number, number> }

declare global {
  interface Window {
    onset: Watched
  }
}

/**
 * Runs in the page before anything of the product. The microphone that the product is given is also listened to by a
 * worklet of this one: an onset is when its first loud sample is there for any page to hear. A partial is painted when the
 * frame after the one that its text came in begins.
 */
export function watch({ loud, quietS, said }: { loud: number; quietS: number; said: string }): void {
  window.onset = { onsets: [], painted: {} }
  const ear = `registerProcessor('ear', class extends AudioWorkletProcessor {
    quiet = ${quietS} * sampleRate
    process([[samples = []] = []]) {
      for (const sample of samples) {
        if (Math.abs(sample) <= ${loud}) this.quiet++
        else {
          if (this.quiet > ${quietS} * sampleRate) this.port.postMessage(Date.now())
          this.quiet = 0
        }
      }
      return true
    }
  })`
  const open = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices)
  if (open)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      const context = new AudioContext({ latencyHint: 'interactive' })
      await context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(ear)}`)
      const node = new AudioWorkletNode(context, 'ear', { numberOfOutputs: 0 })
      node.port.onmessage = ({ data }: MessageEvent<number>) => window.onset.onsets.push(data)
      context.createMediaStreamSource(stream).connect(node)
      return stream
    }
  const pattern = new RegExp(said, 'gi')
  const seen = new Set<number>()
  const look = () => {
    const spoken = document.querySelector('[aria-label="Fala em andamento"]')
    for (const [, digits] of spoken?.textContent?.matchAll(pattern) ?? []) {
      const n = Number(digits)
      if (seen.has(n)) continue
      seen.add(n)
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.onset.painted[n] = Date.now()
        }),
      )
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}
