import { FlaskConical, Hourglass } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'

/** Warns when the text on screen is a demonstration or late. */
export function EngineBanner({ view }: { view: RoomView }) {
  const { demonstration, state } = view.engine
  const lost = view.connection === 'connected' && state === 'lost'
  return (
    <div
      role="status"
      className={cx(
        'flex flex-col gap-2 empty:-mb-3',
        (demonstration || lost) &&
          'max-lg:sticky max-lg:top-below-header max-lg:z-20 max-lg:-mt-2 max-lg:bg-paper max-lg:pt-2',
      )}
    >
      {demonstration && (
        <p className="flex items-center gap-2 rounded-s bg-warn-soft px-3 py-2 text-sm font-semibold text-warn">
          <FlaskConical aria-hidden className="size-4.5 shrink-0" />
          Reconhecimento de demonstração: o texto não é o que foi dito
        </p>
      )}
      {lost && (
        <p className="flex items-center gap-2 rounded-s bg-warn-soft px-3 py-2 text-sm font-semibold text-warn">
          <Hourglass aria-hidden className="size-4.5 shrink-0" />O áudio está guardado; a transcrição volta em instantes
        </p>
      )}
    </div>
  )
}
