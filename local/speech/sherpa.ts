import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { filesOfModel, ModelError } from './models.ts'
import type { Recogniser, RecogniserStream, StreamOptions } from './recogniser.ts'
import type { FromThread, SherpaThreadData, ToThread } from './sherpa-messages.ts'

interface OpenStream {
  options: StreamOptions
  onClosed(): void
}

/** Loads the model in a thread of its own; resolves when it can recognise speech. */
export async function sherpaRecogniser(directory: string): Promise<Recogniser> {
  const name = basename(directory)
  const workerData: SherpaThreadData = {
    files: filesOfModel(directory),
    featureDim: name.includes('nemotron') ? 128 : 80,
  }
  const thread = new Worker(new URL('./sherpa-thread.ts', import.meta.url), { workerData })
  const streams = new Map<number, OpenStream>()
  let lastId = 0
  const post = (message: ToThread) => thread.postMessage(message)

  const end = (id: number) => {
    streams.get(id)?.onClosed()
    streams.delete(id)
  }
  const failAll = (error: Error) => {
    for (const [id, stream] of streams) {
      stream.options.onFailure(error)
      end(id)
    }
  }

  const open = (options: StreamOptions): RecogniserStream => {
    lastId += 1
    const id = lastId
    const closed = new Promise<void>((resolve) => streams.set(id, { options, onClosed: resolve }))
    post({ kind: 'open', id, language: options.language })
    return {
      accept(samples) {
        // Copies the samples: others may still read the buffer of the view.
        const own = Int16Array.from(samples)
        thread.postMessage({ kind: 'audio', id, samples: own } satisfies ToThread, [own.buffer])
      },
      flush: () => post({ kind: 'flush', id }),
      close() {
        post({ kind: 'close', id })
        return closed
      },
      abort() {
        post({ kind: 'abort', id })
        end(id)
      },
    }
  }

  await new Promise<void>((resolve, reject) => {
    thread.on('message', (message: FromThread) => {
      switch (message.kind) {
        case 'ready':
          resolve()
          return
        case 'event':
          streams.get(message.id)?.options.onEvent(message.event)
          return
        case 'closed':
          end(message.id)
          return
        case 'failed':
          streams.get(message.id)?.options.onFailure(new Error(message.message))
          end(message.id)
          return
        default:
          message satisfies never
      }
    })
    thread.on('error', (error: Error) => {
      reject(new ModelError(`O modelo ${name} não pôde ser aberto: ${error.message}`))
      failAll(error)
    })
    thread.on('exit', () => failAll(new Error('the recogniser thread ended')))
  })

  return {
    name,
    demonstration: false,
    open,
    async dispose() {
      await thread.terminate()
    },
  }
}
