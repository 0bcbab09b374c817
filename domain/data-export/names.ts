import { isoDay } from '../local-time.ts'
import { plain } from '../text.ts'

/** The formats in an export, as every page names them. */
export const DATA_EXPORT_FORMATS = 'PDF, texto, JSON e CSV'

const FOLDER_MAX = 60

/** A folder name that every file system accepts; the id keeps two equal names apart. */
function named(words: string, id: string): string {
  const dashed = plain(words).replace(/[^a-z0-9]+/g, '-')
  return [dashed.slice(0, FOLDER_MAX).replace(/^-+|-+$/g, ''), id.slice(0, 8)].filter(Boolean).join('-')
}

/** The patient's folder in the ZIP. */
export const patientFolder = ({ id, nome_completo }: { id: string; nome_completo: string }): string =>
  `pacientes/${named(nome_completo, id)}`

/** The consultation's folder, by its day in the doctor's zone. */
export const consultationFolder = (
  patient: string,
  { id, start_time }: { id: string; start_time: number },
  timeZone: string,
): string => `${patient}/consultas/${isoDay(start_time, timeZone)}-${id.slice(0, 8)}`

/** Names of the later volumes differ, so that all volumes can be unpacked into one folder. */
export const inVolume = (name: string, volume: number): string =>
  volume === 1 ? name : name.replace('.json', `-${volume}.json`)

/** The name of the download, without a person's name: anyone can see it in the folder of downloads. */
type Named = { patient: boolean; readyAt: number; number: number; count: number; timeZone: string }
export function volumeName(of: Named): string {
  const part = of.count > 1 || !of.patient ? `-${of.number}-de-${of.count}` : ''
  return `relato-${of.patient ? 'paciente' : 'dados'}-${isoDay(of.readyAt, of.timeZone)}${part}.zip`
}
