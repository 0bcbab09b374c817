import { deleteDB } from 'idb'
import { forgetCopies } from './copies.ts'
import { openDeviceDatabase } from './database.ts'
import { unsentAudio } from './frames.ts'

export type KeptOnDevice = {
  where: 'cookie' | 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'OPFS' | 'Cache Storage' | 'service worker'
  /** The name or name pattern; `<doctor>` is an account id, `<address>` the app's origin. */
  name: string
  what: string
  /** `sealed`: AES-GCM, key from the server after sign-in. `clear`: no patient, text or sound. */
  form: 'sealed' | 'clear' | 'HttpOnly'
  /** Whether it remains after the doctor signs out, and why. */
  afterSignOut: 'stays' | 'goes'
  why: string
}

type Fate = Pick<KeptOnDevice, 'form' | 'afterSignOut' | 'why'>
const entry = (where: KeptOnDevice['where'], name: string, what: string, fate: Fate): KeptOnDevice => ({
  where,
  name,
  what,
  ...fate,
})
const stays = (form: KeptOnDevice['form'], why: string): Fate => ({ form, afterSignOut: 'stays', why })
const secret = (why: string): Fate => ({ form: 'HttpOnly', afterSignOut: 'goes', why })
const preference = stays('clear', 'belongs to the device, says nothing of a patient')

/** Everything that Relato stores on a device. tests/e2e/closing.spec.ts fails if a browser holds more. */
export const keptOnDevice: readonly KeptOnDevice[] = [
  entry('cookie', '__Host-relato.session_token', 'the session', secret('signing out ends it')),
  entry(
    'cookie',
    '__Host-relato.second_step',
    'who has given the password and owes a code, for five minutes',
    secret('the code, or the minutes, end it'),
  ),
  entry(
    'cookie',
    '__Host-relato.first_sign_in',
    'that this browser signed up, for a day',
    secret('any sign-in, signing out, or the day, ends it'),
  ),
  entry(
    'cookie',
    '__Host-relato.state',
    'that it was this browser that went to Google, for ten minutes',
    secret('coming back, or the minutes, end it'),
  ),
  entry(
    'cookie',
    '__Host-relato-recovery',
    'the token of a link for a new password, for an hour',
    secret('the new password, or the hour, ends it'),
  ),
  entry('cookie', 'relato-settings', 'settings that the server draws with', preference),
  entry('cookie', 'relato-sidebar', 'whether the sidebar is narrow', preference),
  entry('cookie', 'relato-zone', 'the time zone of the browser', preference),
  entry('localStorage', 'relato-settings', 'settings of this device', preference),
  entry('localStorage', 'relato-microphone', 'the microphone that was chosen', preference),
  entry(
    'localStorage',
    'relato-endings',
    'that a consultation was ended here, and when, until the server has it',
    preference,
  ),
  entry('localStorage', 'relato-recording-advice', 'that the advice was read, and when', preference),
  entry('localStorage', 'relato-exit-offer', 'when the demonstration was offered', preference),
  entry(
    'localStorage',
    'relato-notifications-read:<doctor>',
    'ids of notifications that were read',
    stays('clear', 'ids alone; without them everything were new at each sign-in'),
  ),
  entry(
    'localStorage',
    'pendingConsultation',
    'by doctor, the form of a consultation that has not begun; without a key its patient’s id and its type alone',
    stays('sealed', 'the doctor goes on where they were'),
  ),
  entry(
    'IndexedDB',
    'relato-<doctor>',
    'audio that the server has not, with its lengths; the local recording; words that are not saved yet',
    stays(
      'sealed',
      'nothing else has it: it goes up at the next sign-in, and the recording is deleted after seven days',
    ),
  ),
  entry(
    'IndexedDB',
    'relato.offline',
    'for 24 hours after the server’s last answer: a second key, made here for this session, and copies of the page that records and of the day’s unsigned records',
    { form: 'sealed', afterSignOut: 'goes', why: 'signing out, or the end of the session, deletes it' },
  ),
  entry(
    'Cache Storage',
    'workbox-precache-v2-<address>/app',
    'the app’s own files and a page without data, so that it opens without a network',
    stays('clear', 'no patient, no doctor: the same on every device'),
  ),
  entry(
    'service worker',
    '<address>/app',
    'the script that answers from that cache when the network fails',
    stays('clear', 'no patient, no doctor: the same on every device'),
  ),
  entry(
    'sessionStorage',
    'react-router-scroll-positions',
    'how far pages were scrolled, by a random key',
    stays('clear', 'the tab itself ends it'),
  ),
]

/** Deletes a closed account's data, except unsent audio, which stays sealed. */
export async function forgetDevice(doctorId: string): Promise<void> {
  try {
    if ((await unsentAudio()).length === 0) {
      const database = await openDeviceDatabase(doctorId)
      database.close()
      await deleteDB(`relato-${doctorId}`)
    }
    await forgetCopies()
    localStorage.removeItem(`relato-notifications-read:${doctorId}`)
  } catch {
    // The browser refuses access now: what remains is sealed.
  }
}
