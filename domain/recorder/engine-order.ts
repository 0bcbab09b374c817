import type { SpeechEngine } from '../account/settings.ts'
import { DEVICE_MODEL } from '../speech/listen.ts'
import type { RoomView } from './room-view.ts'

/** Whether the browser recognises Portuguese on the device, and how well. `reason` says why it cannot. */
export type DeviceAvailability = {
  state: 'available' | 'downloadable' | 'downloading' | 'unavailable'
  /** 'lower': made for short sentences. 'unknown': the browser does not say. */
  quality: 'conversation' | 'lower' | 'unknown'
  reason?: 'no_api' | 'no_language' | 'policy' | 'insecure'
}

type OrderFacts = {
  /** Where the operator puts this page's own recogniser; null: it is not used. */
  operator: 'first' | 'last' | null
  /** The doctor's setting on this device. */
  doctor: SpeechEngine
  /** Null: the browser has not answered yet. */
  availability: DeviceAvailability | null
  /** See `isServerLost`. */
  serverLost: boolean
}

/**
 * [EO2] True if the engine behind the room is not answering; it may be retrying. Still true while a page hears in its
 * place: the room then shows the device.
 */
export const isServerLost = ({ state, name }: Pick<RoomView['engine'], 'state' | 'name'>): boolean =>
  state === 'lost' || name === DEVICE_MODEL

/** [EO1] True if the device may hear at some time in this consultation, so that its state is worth showing. */
export const offersDevice = ({ operator, doctor }: Pick<OrderFacts, 'operator' | 'doctor'>): boolean =>
  operator !== null && doctor !== 'server'

/** [EO2] True if the page's own recogniser hears now. The room's engines hear otherwise. */
export function wantsDevice(facts: OrderFacts): boolean {
  if (!offersDevice(facts) || facts.availability?.state !== 'available') return false
  return facts.doctor === 'device' || facts.operator === 'first' || facts.serverLost
}
