import { ArrowDown, Clock, PenLine } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { plural } from '#app/lib/format.tsx'
import { isFreeCharacter, useKeys } from '#app/lib/keyboard.ts'
import { listen } from '#app/lib/listeners.ts'
import { useSettings } from '#app/lib/settings.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Consent } from '#domain/consent/contract.ts'
import { MOST_TYPED_LINES } from '#domain/consultation/limits.ts'
import type { RoomCommands, RoomView } from '#domain/recorder/room-view.ts'
import type { Speaker, TranscriptEntry } from '#domain/transcript/entry.ts'
import { entryCountLabel, speakerLabel } from '#domain/transcript/transcript.ts'
import { ComposeLine } from './compose-line.tsx'
import { NoLines } from './no-lines.tsx'
import { PanelHead, type Told, useSearch } from './panel-head.tsx'
import {
  copyEntry,
  type LineActions,
  lineGrid,
  type Playback,
  speakerColors,
  TranscriptLine,
} from './transcript-line.tsx'
import { TranscriptList } from './transcript-list.tsx'
import { SWAPPED_ALL, SwapButton } from './use-corrections.tsx'

type Props = {
  view: RoomView
  commands: RoomCommands
  /** Without a recording, 'Finalizar Consulta' is here; else the recorder has it. */
  canFinish: boolean
  /** The patient's answer is on its way: the consultation ends after it. */
  isAnswering?: boolean
  consultation: Told
  /** Typed lines that the room has not confirmed. */
  pending?: readonly PendingEntry[]
  /** The patient's answer, for the exported text. */
  consent?: Consent | null
  playback?: Playback | undefined
}

const none: readonly PendingEntry[] = []

/** The transcript, live while the consultation runs. */
export function TranscriptPanel({ view, commands, consultation, canFinish, ...more }: Props) {
  const { pending = none, consent = null, playback, isAnswering = false } = more
  const showTimes = useSettings().interface.showTimestamps
  const scroll = useRef<HTMLDivElement>(null)
  const lines = useRef<HTMLDivElement>(null)
  const active = view.status === 'active'
  const { entries, partials } = view
  const search = useSearch(entries)
  const { query, current } = search
  const inList = useMemo(() => ({ query, current }), [query, current])
  const empty = entries.length === 0 && partials.length === 0 && pending.length === 0
  const { away, toEnd } = useFollowEnd(scroll, lines, !empty)

  // Lines that came while the end was out of view.
  const seen = useRef(entries.length)
  useEffect(() => {
    if (!away) seen.current = entries.length
  }, [away, entries.length])
  const unseen = away ? entries.length - seen.current : 0

  const actions = useMemo<LineActions>(
    () => ({
      copy: copyEntry,
      ...(active && {
        setSpeaker: (entry: TranscriptEntry, speaker) => {
          if (commands.setSpeaker(entry.id, speaker))
            toast.success(`Speaker atualizado para: ${speakerLabel(speaker ?? undefined)}`)
          else offline()
        },
      }),
      // Also after the end, which another screen may have brought: the text stays on this device until it is stored.
      edit: {
        save: ({ id }, text) => commands.editEntry(id, text),
        giveUp: ({ id }) => commands.dropEdit(id),
        leave: ({ id }, text) => void (active || commands.editEntry(id, text)),
      },
    }),
    [active, commands],
  )

  function swap() {
    if (commands.flipSpeakers()) toast.success(SWAPPED_ALL)
    else offline()
  }
  useKeys((event) => {
    if (!active || event.key.toLowerCase() !== 'f' || !isFreeCharacter(event) || event.repeat) return
    event.preventDefault()
    swap()
  })

  const [writing, setWriting] = useState(false)
  const typing = view.hasWelcome && (view.consent === 'refused' || view.consent === 'revoked')
  return (
    <Card
      role="region"
      aria-label="Transcrição ao vivo"
      className="flex h-full flex-col overflow-hidden max-lg:overflow-visible"
    >
      <PanelHead
        consultation={consultation}
        entries={entries}
        gaps={view.gaps}
        consent={consent}
        search={search}
        state={
          // The recorder's bar says it on a small screen.
          <span className="max-sm:hidden">
            {view.connection === 'connected' ? (
              <Badge tone="ok">Conectado</Badge>
            ) : (
              <Badge tone="warn">Desconectado</Badge>
            )}
          </span>
        }
      />
      <div
        ref={scroll}
        className="group/lines relative min-h-60 flex-1 px-2 py-3 lg:min-h-0 lg:overflow-y-auto lg:px-4 lg:pt-4 lg:pb-8"
      >
        {empty && <NoLines view={view} />}
        <div ref={lines}>
          <TranscriptList
            entries={entries}
            gaps={view.gaps}
            search={inList}
            actions={actions}
            playback={playback}
            live
          />
          {/* Outside the log, because partial lines must not be announced. */}
          {/* biome-ignore lint/a11y/useSemanticElements: its lines are items by role, like the list's. */}
          <div role="list" aria-label="Fala em andamento" aria-live="off" className="flex flex-col gap-0.5 pt-0.5">
            {partials.map((entry) => (
              <TranscriptLine key={entry.id} entry={entry} query="" showTime={showTimes} />
            ))}
          </div>
          <PendingLines lines={pending} showTimes={showTimes} />
        </div>
        {away && !empty && (
          // Takes no space, so that it moves no line when it appears; covers no line under correction, and on a small
          // screen no buttons of a touched line.
          <div
            data-to-end
            className="sticky bottom-0 group-has-[textarea:focus]/lines:invisible flex h-0 items-end justify-center max-lg:bottom-36"
          >
            <Button icon={ArrowDown} size="sm" onClick={toEnd} className="rounded-full shadow-raised">
              Ir para o fim{' '}
              {unseen > 0 && <span className="text-accent">{plural(unseen, 'fala nova', 'falas novas')}</span>}
            </Button>
          </div>
        )}
      </div>
      {view.hasWelcome && (
        <ComposeLine commands={commands} open={active} prominent={typing} isUsed={writing} onUsed={setWriting} />
      )}
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 text-sm text-ink-2">
        <span className="max-sm:sr-only">{entryCountLabel(entries.length)}</span>
        <SwapButton entries={entries} isCompact onSwap={active ? swap : undefined} />
        {active && view.hasWelcome && !typing && !writing && (
          <Button icon={PenLine} className="lg:hidden" onClick={() => setWriting(true)}>
            Escrever fala
          </Button>
        )}
        {canFinish && (
          <FinishButton isNext={typing} disabled={!view.hasWelcome || isAnswering} onClick={commands.finish} />
        )}
        {view.status === 'finishing' && <span className="ml-auto font-medium">Finalizando…</span>}
      </footer>
    </Card>
  )
}

type FinishProps = { isNext: boolean; disabled: boolean; onClick: () => void }

/** While the notice waits, its answer is the next step, not the end. */
const FinishButton = ({ isNext, ...button }: FinishProps) => (
  <Button variant={isNext ? 'primary' : 'secondary'} className="ml-auto" {...button}>
    Finalizar Consulta
  </Button>
)

const offline = () => toast.error('Sem conexão: a alteração não foi feita. Tente de novo em instantes.')

/** `isRefused`: the room has reached its limit of typed lines. */
type PendingEntry = { id: string; text: string; speaker: Speaker | null; isRefused?: boolean }

type PendingLinesProps = { lines: readonly PendingEntry[]; showTimes: boolean }

const full = `Esta consulta já tem ${MOST_TYPED_LINES.toLocaleString('pt-BR')} falas digitadas, o máximo. As falas marcadas não entraram na transcrição e continuam só neste aparelho.`

/** Typed lines, kept on this device until the room has stored them. */
function PendingLines({ lines, showTimes }: PendingLinesProps) {
  if (lines.length === 0) return null
  const anyRefused = lines.some(({ isRefused }) => isRefused)
  return (
    <>
      <ul aria-label="Falas aguardando envio" className="flex flex-col gap-0.5 pt-0.5">
        {lines.map(({ id, text, speaker, isRefused }) => (
          <li key={id} className={cx(lineGrid(showTimes), 'text-ink-2')}>
            <span className="flex items-center gap-1.5 text-xs text-warn max-lg:col-start-2 max-lg:row-start-1">
              <Clock aria-hidden className="size-3.5 shrink-0" />
            </span>
            <span
              className={cx(
                'text-xs max-lg:col-start-1 max-lg:row-start-1',
                speaker ? cx(speakerColors[speaker], 'font-heavy') : 'font-medium text-ink-3',
              )}
            >
              {speakerLabel(speaker ?? undefined)}
            </span>
            <span className="text-(length:--line-text) leading-normal whitespace-pre-line wrap-anywhere max-lg:col-span-2">
              {text}
              <span className={cx('ml-2 text-xs whitespace-nowrap', isRefused ? 'text-rec' : 'text-warn')}>
                {isRefused ? 'não entrou' : 'aguardando envio'}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {anyRefused && (
        <p role="alert" className="px-2 pt-2 text-sm font-medium text-rec">
          {full}
        </p>
      )}
    </>
  )
}

/** This close to the end counts as being there. */
const NEAR_END_PX = 20
/** After a person scrolls, nothing scrolls by itself for this long, in ms. */
const USER_SCROLL_MS = 1_000

/**
 * Keeps the newest line in view unless the person has scrolled away. The position where a person's scrolling ends
 * decides; only the next line scrolls again. Below 900 px the page itself scrolls: without lines to follow it stays at
 * its top.
 */
function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  lines: RefObject<HTMLElement | null>,
  on: boolean,
): { away: boolean; toEnd: () => void } {
  const [away, setAway] = useState(false)
  const follows = useRef(true)
  /** The position of our own scroll, to tell its event from a person's. */
  const own = useRef<number | null>(null)
  const scrollToEnd = useCallback((scroller: Element) => {
    const from = scroller.scrollTop
    scroller.scrollTop = scroller.scrollHeight
    if (scroller.scrollTop !== from) own.current = scroller.scrollTop
  }, [])
  const toEnd = useCallback(() => {
    const scroller = scrollerOf(box.current)
    if (scroller) scrollToEnd(scroller)
    follows.current = true
    setAway(false)
  }, [box, scrollToEnd])

  useEffect(() => {
    if (!on || !box.current || !lines.current) return
    let gestureAt = Number.NEGATIVE_INFINITY
    let scrolledAt = Number.NEGATIVE_INFINITY
    let before = placeIn(scrollerOf(box.current))
    const gesture = () => {
      gestureAt = performance.now()
    }
    const onScroll = ({ target }: Event) => {
      const scroller = scrollerOf(box.current)
      if (!scroller || (target === document ? document.scrollingElement : target) !== scroller) return
      const last = before
      before = placeIn(scroller)
      const near = isNear(scroller)
      setAway(!near)
      const ours = own.current === before.top
      own.current = null
      if (ours) return
      const now = performance.now()
      const byGesture = now - Math.max(gestureAt, scrolledAt) <= USER_SCROLL_MS
      // Upward movement without a recent gesture is a person's too (the browser's search, a screen reader, a held
      // scrollbar). Growing lines scroll down, and shrinking content moves the view by no more than it shrank.
      const upwards = last.top - before.top > (byGesture ? 0 : Math.max(0, last.height - before.height) + 1)
      if (byGesture ? near || upwards || !follows.current : upwards && !near) scrolledAt = now
      if (near) follows.current = true
      else if (upwards) follows.current = false
    }
    const sizeObserver = new ResizeObserver(() => {
      const scroller = scrollerOf(box.current)
      if (!scroller) return
      // The line under correction must not move away.
      const isCorrecting = lines.current?.querySelector('textarea:focus') != null
      if (follows.current && !isCorrecting && performance.now() - scrolledAt > USER_SCROLL_MS) scrollToEnd(scroller)
      before = placeIn(scroller)
      setAway(!isNear(scroller))
    })
    sizeObserver.observe(lines.current)
    sizeObserver.observe(box.current)
    const early = { passive: true, capture: true }
    const gestures = (['wheel', 'touchmove', 'pointerdown', 'keydown'] as const).map((one) =>
      listen(window, one, gesture, early),
    )
    const stops = [...gestures, listen(window, 'scroll', onScroll, early)]
    return () => {
      sizeObserver.disconnect()
      for (const stop of stops) stop()
    }
  }, [box, lines, on, scrollToEnd])

  return { away, toEnd }
}

const isNear = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END_PX

const placeIn = (scroller: Element | null) => ({
  top: scroller?.scrollTop ?? 0,
  height: scroller?.scrollHeight ?? 0,
})

function scrollerOf(box: HTMLElement | null): Element | null {
  if (!box) return null
  return getComputedStyle(box).overflowY === 'auto' ? box : document.scrollingElement
}
