import { deleteDB } from 'idb'
import { openDeviceDatabase } from './database.ts'
import { unsentAudio } from './unsent.ts'

export type KeptOnDevice = {
  where: 'cookie' | 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'OPFS' | 'Cache Storage'
  /** The name or name pattern; `<doctor>` is an account id. */
  name: string
  what: string
  /** `sealed`: AES-GCM, key from the server after sign-in. `clear`: no patient, text or sound. */
  form: 'sealed' | 'clear' | 'HttpOnly'
  /** Whether it remains after the doctor signs out, and why. */
  afterSignOut: 'stays' | 'goes'
  why: string
}

const preference = {
  form: 'clear',
  afterSignOut: 'stays',
  why: 'belongs to the device, says nothing of a patient',
} as const

const secretCookie = (name: string, what: string, why: string): KeptOnDevice => ({
  where: 'cookie',
  form: 'HttpOnly',
  afterSignOut: 'goes',
  name,
  what,
  why,
})

/** Everything that Relato stores on a device. tests/e2e/closing.spec.ts fails if a browser holds more. */
export const keptOnDevice: readonly KeptOnDevice[] = [
  secretCookie('__Host-relato.session_token', 'the session', 'signing out ends it'),
  secretCookie(
    '__Host-relato.second_step',
    'who has given the password and owes a code, for five minutes',
    'the code, or the minutes, end it',
  ),
  secretCookie(
    '__Host-relato.state',
    'that it was this browser that went to Google, for ten minutes',
    'coming back, or the minutes, end it',
  ),
  secretCookie(
    '__Host-relato-recovery',
    'the token of a link for a new password, for an hour',
    'the new password, or the hour, ends it',
  ),
  { where: 'cookie', name: 'relato-settings', what: 'settings that the server draws with', ...preference },
  { where: 'cookie', name: 'relato-sidebar', what: 'whether the sidebar is narrow', ...preference },
  { where: 'cookie', name: 'relato-zone', what: 'the time zone of the browser', ...preference },
  { where: 'localStorage', name: 'relato-settings', what: 'settings of this device', ...preference },
  { where: 'localStorage', name: 'relato-microphone', what: 'the microphone that was chosen', ...preference },
  { where: 'localStorage', name: 'relato-recording-advice', what: 'that the advice was read, and when', ...preference },
  { where: 'localStorage', name: 'relato-exit-offer', what: 'when the demonstration was offered', ...preference },
  {
    where: 'localStorage',
    name: 'relato-notifications-read:<doctor>',
    what: 'ids of notifications that were read',
    form: 'clear',
    afterSignOut: 'stays',
    why: 'ids alone; without them everything were new at each sign-in',
  },
  {
    where: 'localStorage',
    name: 'pendingConsultation',
    what: 'by doctor, the form of a consultation that has not begun; without a key its patient’s id and its type alone',
    form: 'sealed',
    afterSignOut: 'stays',
    why: 'the doctor goes on where they were',
  },
  {
    where: 'IndexedDB',
    name: 'relato-<doctor>',
    what: 'audio that the server has not, with its lengths; the local recording; words that are not saved yet',
    form: 'sealed',
    afterSignOut: 'stays',
    why: 'nothing else has it: it goes up at the next sign-in, and the recording is deleted after seven days',
  },
  {
    where: 'sessionStorage',
    name: 'react-router-scroll-positions',
    what: 'how far pages were scrolled, by a random key',
    form: 'clear',
    afterSignOut: 'stays',
    why: 'the tab itself ends it',
  },
]

/** Deletes a closed account's data, except unsent audio, which stays sealed. */
export async function forgetDevice(doctorId: string): Promise<void> {
  try {
    if ((await unsentAudio()).length === 0) {
      const database = await openDeviceDatabase(doctorId)
      database.close()
      await deleteDB(`relato-${doctorId}`)
    }
    localStorage.removeItem(`relato-notifications-read:${doctorId}`)
  } catch {
    // The browser refuses access now: what remains is sealed.
  }
}
