import { findProfile } from '#db/queries/account.ts'
import { findRunning, noteProgress, type RunningDataExport, saveVolume } from '#db/queries/data-export.ts'
import { countConsultations, listPlacesAfter, type Place } from '#db/queries/data-export-read.ts'
import { completeJob, type DoctorJob } from '#db/queries/job.ts'
import { timeZoneOf } from '#domain/account/contract.ts'
import { DATA_EXPORT_KEPT_MS } from '#domain/data-export/contract.ts'
import { FORMAT_VERSION, type ManifestFile } from '#domain/data-export/files.ts'
import { inVolume } from '#domain/data-export/names.ts'
import { readme } from '#domain/data-export/readme.ts'
import { writeAccount } from './data-export-account.ts'
import { volumeKey } from './data-export-expire.ts'
import { mailDataExport } from './data-export-mail.ts'
import { writePatients } from './data-export-patients.ts'
import { Volume } from './data-export-volume.ts'
import { enqueue } from './enqueue.ts'
import type { DoctorJobRun, JobContext } from './job.ts'

/**
 * Limits of one job. A worker has 30 s of CPU and 1,000 D1 statements; a consultation takes nine. The clock stops
 * during computation, so `ms` measures waits, which last longer than the CPU time.
 */
const LIMITS = { consultations: 90, patients: 500, ms: 20_000 }
/** Minimum per volume, even past the time limit: a slow hour must not split a small export. */
const AT_LEAST = 10
const PROGRESS_EVERY = 10

type Limits = typeof LIMITS
type Context = JobContext<DoctorJob>
/** `place`: where the next volume continues; null: none is left. */
type Made = { place: Place | null; done: number; total: number }

export const dataExportWithin =
  (limits: Limits): DoctorJobRun =>
  async (context) => {
    const { env, db, job } = context
    const running = await findRunning(db, job)
    if (!running) {
      await completeJob(db, job, Date.now())
      return 'stale'
    }
    const number = running.volumes + 1
    // Each attempt has its own key: a slow worker assumed dead overwrites no newer file.
    const key = volumeKey(job.doctor_id, running.id, number, job.attempts)
    const volume = new Volume(env.FILES, key, running.created_at)
    let made: Made
    try {
      made = await writeVolume(context, running, { volume, number }, limits)
    } catch (error) {
      await volume.abandon()
      throw error
    }
    const now = Date.now()
    const nextId = crypto.randomUUID()
    const { place, done, total } = made
    const following = place ? { jobId: nextId, place } : { expiresAt: now + DATA_EXPORT_KEPT_MS }
    if (!(await saveVolume(db, job, { number, key, bytes: volume.bytes, done, total, now }, following))) {
      // Another worker took over, or the doctor cancelled.
      await env.FILES.delete(key)
      return 'stale'
    }
    if (place) await enqueue(env, 'data_export', nextId)
    else if (running.patient_id === null) await mailDataExport(env, db, running, 'ready')
    return 'completed'
  }

/** Writes one volume of an export; each volume is a job, so that a retry repeats only its own. */
export const runDataExport: DoctorJobRun = dataExportWithin(LIMITS)

async function writeVolume(
  { env, db, job, startedAt }: Context,
  running: RunningDataExport,
  { volume, number }: { volume: Volume; number: number },
  limits: Limits,
): Promise<Made> {
  const { doctor_id: doctorId } = job
  const scope = { doctorId, patientId: running.patient_id, until: running.created_at }
  const [profile, total] = [await findProfile(db, doctorId), await countConsultations(db, scope)]
  let done = running.done
  await noteProgress(db, job, done, total)
  if (number === 1 && running.patient_id === null)
    await writeAccount(db, scope, running.settings, timeZoneOf(profile), volume)

  const after = running.place === null ? null : (JSON.parse(running.place) as Place)
  const atMost = limits.consultations + limits.patients
  const places = await listPlacesAfter(db, scope, after, atMost)
  // Imported when needed: pdfkit and the fonts are half a megabyte.
  const [{ renderRecord }, { printFonts }] = await Promise.all([import('../pdf/render.ts'), import('../pdf/fonts.ts')])
  let [visits, others] = [0, 0]
  const last = await writePatients(
    {
      ...{ db, doctorId, profile, volume, number },
      now: running.created_at,
      print: (document) => renderRecord(document, printFonts()),
      fetchFile: async (key) => (await (await env.FILES.get(key))?.bytes()) ?? null,
      signedBytes: 0,
    },
    places,
    async ({ consultation }) => {
      if (consultation === '') others += 1
      else {
        done += 1
        visits += 1
        if (visits % PROGRESS_EVERY === 0) await noteProgress(db, job, done, total)
      }
      const inTime = visits + others < AT_LEAST || Date.now() - startedAt < limits.ms
      return visits < limits.consultations && others < limits.patients && inTime
    },
  )
  const all = places.length < atMost && (last === null || last === places.at(-1))
  const about = {
    kind: running.patient_id === null ? 'full' : 'patient',
    asked_at: running.created_at,
    volume: number,
    last: all,
  } as const
  volume.text('LEIA-ME.txt', readme({ ...about, doctor: profile?.full_name ?? '', timeZone: timeZoneOf(profile) }))
  const manifest: ManifestFile = {
    format_version: FORMAT_VERSION,
    export_id: running.id,
    ...about,
    files: [...volume.files],
    missing: volume.missing,
  }
  volume.text(inVolume('manifesto.json', number), `${JSON.stringify(manifest, null, 2)}\n`)
  await volume.end()
  return { place: all ? null : last, done, total }
}
