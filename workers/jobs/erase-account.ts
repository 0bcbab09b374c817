import type { Database } from '#db/client.ts'
import { erasable, eraseAccount, erasePatients, eraseUnfinished, unfinishedOf } from '#db/queries/closing.ts'
import type { Env } from '../env.ts'
import { accountErasedMail } from '../mail/closing.ts'
import { newMail } from '../mail/send.ts'
import { dropDataExports } from './data-export-expire.ts'
import { enqueue } from './enqueue.ts'

const ACCOUNTS_AT_ONCE = 2
const ROOMS_AT_ONCE = 50
const PATIENTS_AT_ONCE = 500
/** R2 lists and deletes at most this many objects at a time. */
const FILES_AT_ONCE = 500
/** Folders with a doctor's own files; copies of audit seals are not among them. */
const folders = ['exports', 'data-exports']

/** Erases data of accounts closed thirty days ago, except what the law retains. The rest waits for the next run. */
export async function eraseClosedAccounts(env: Env, db: Database, now: number): Promise<number> {
  let erased = 0
  for (const doctor of await erasable(db, now, ACCOUNTS_AT_ONCE)) {
    if (!(await eraseRooms(env, db, doctor.id))) continue
    if ((await erasePatients(db, doctor.id, now, PATIENTS_AT_ONCE)) === PATIENTS_AT_ONCE) continue
    await dropDataExports(env, db, doctor.id, now)
    if (!(await eraseFiles(env, doctor.id))) continue
    const mail = newMail(null, accountErasedMail({ to: doctor.email, name: doctor.name }), {
      once: `account_erased:${doctor.id}`,
    })
    if (!(await eraseAccount(db, doctor.id, mail, now))) continue
    erased++
    await enqueue(env, 'mail', mail.id)
  }
  return erased
}

/** Returns false when rooms remain. */
async function eraseRooms(env: Env, db: Database, doctorId: string): Promise<boolean> {
  const ids = await unfinishedOf(db, doctorId, ROOMS_AT_ONCE)
  if (ids.length === 0) return true
  await Promise.all(ids.map((id) => env.ROOM.getByName(id).erase()))
  await eraseUnfinished(db, doctorId, ids)
  return ids.length < ROOMS_AT_ONCE
}

async function eraseFiles(env: Env, doctorId: string): Promise<boolean> {
  for (const folder of folders) {
    const { objects, truncated } = await env.FILES.list({ prefix: `${folder}/${doctorId}/`, limit: FILES_AT_ONCE })
    if (objects.length > 0) await env.FILES.delete(objects.map(({ key }) => key))
    if (truncated) return false
  }
  return true
}
