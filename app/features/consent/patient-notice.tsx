import { useEffect, useRef, useState } from 'react'
import type { Consent } from '#domain/consent/contract.ts'
import type { Consultation } from '#domain/consultation/contract.ts'
import type { RoomView } from '#domain/recorder/room-view.ts'
import { AnswerLine } from './answer-line.tsx'
import { readConsent } from './calls.ts'
import { NoticeCard } from './notice-card.tsx'

type Props = {
  consultation: Consultation
  consent: Consent | null
  onConsent: (consent: Consent | null) => void
  view: RoomView
  /** Stops recording and recognition at once, here and in the room. */
  revoke: () => void
}

/** Shows the notice until the patient answers, then one quiet line. The room's state is authoritative. */
export function PatientNotice({ consultation, consent, onConsent, view, revoke }: Props) {
  const [again, setAgain] = useState(false)
  const [answeredHere, setAnsweredHere] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const savedState = consent?.state ?? 'unasked'
  const state = view.hasWelcome ? view.consent : savedState

  // Answered or revoked on another screen: reads the time from the server.
  useEffect(() => {
    if (!view.hasWelcome || view.consent === savedState) return
    let isUnmounted = false
    readConsent(consultation.id).then(
      (read) => !isUnmounted && onConsent(read),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [view.hasWelcome, view.consent, savedState, consultation.id, onConsent])

  const asking = state === 'unasked' || (again && state !== 'accepted')
  useEffect(() => {
    if (asking || !answeredHere) return
    setAgain(false)
    setAnsweredHere(false)
    // Moves the focus from the card, unless the doctor is typing; without AI the composer takes it.
    if (state === 'accepted' && document.activeElement === document.body) line.current?.focus()
  }, [asking, answeredHere, state])

  if (asking && view.status === 'active')
    return (
      <NoticeCard
        consultation={consultation}
        onAnswered={(answer) => {
          onConsent(answer)
          setAnsweredHere(true)
          setAgain(false)
        }}
        onCancel={again ? () => setAgain(false) : undefined}
      />
    )
  return (
    <AnswerLine
      ref={line}
      state={state}
      consent={consent?.state === state ? consent : null}
      startTime={consultation.startTime}
      open={view.status === 'active'}
      onRevoke={() => {
        // Applies the revocation here at once: the server may receive it only after reconnecting.
        if (consent) onConsent({ ...consent, state: 'revoked', revoked_at: Date.now() })
        revoke()
      }}
      onAskAgain={() => setAgain(true)}
    />
  )
}
