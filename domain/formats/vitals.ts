/** Vital signs as a record's examination writes them, with their LOINC codes and UCUM units. */
type Coded = { loinc: string; name: string; unit: string; ucum: string }
const pressure = {
  both: { loinc: '85354-9', name: 'Pressão arterial' },
  systolic: { loinc: '8480-6', name: 'Pressão arterial sistólica', unit: 'mmHg', ucum: 'mm[Hg]' },
  diastolic: { loinc: '8462-4', name: 'Pressão arterial diastólica', unit: 'mmHg', ucum: 'mm[Hg]' },
} as const
const single: (Coded & { pattern: RegExp })[] = [
  sign('8867-4', 'Frequência cardíaca', 'bpm', '/min', /\b(?:FC|frequência cardíaca)(?: de)? (\d+) ?bpm\b/gi),
  sign('9279-1', 'Frequência respiratória', 'irpm', '/min', /\b(?:FR|frequência respiratória)(?: de)? (\d+) ?irpm\b/gi),
  sign('59408-5', 'Saturação de oxigênio', '%', '%', /\b(?:SpO2|saturação)(?: de)? (\d+) ?%/gi),
  sign('8310-5', 'Temperatura', '°C', 'Cel', /\b(?:temperatura|Tax)(?: de)? (\d+(?:,\d+)?) ?°C/gi),
  sign('29463-7', 'Peso', 'kg', 'kg', /\bpeso(?: de)? (\d+(?:,\d+)?) ?kg\b/gi),
  sign('8302-2', 'Altura', 'm', 'm', /\baltura(?: de)? (\d+(?:,\d+)?) ?m\b/gi),
]
function sign(loinc: string, name: string, unit: string, ucum: string, pattern: RegExp) {
  return { loinc, name, unit, ucum, pattern }
}
const PRESSURE = /\b(\d{2,3}) ?[x/] ?(\d{2,3}) ?mmHg\b/gi
/** Values of another day or place are not measures of this consultation. */
const ELSEWHERE = /\b(referid[ao]s?|em casa|domiciliar|ontem|anterior(es)?|prévi[ao]s?|última consulta)\b/i

export type Measure = { value: number } & Coded
export type Vital = { code: Pick<Coded, 'loinc' | 'name'>; parts: Measure[] }

const numberOf = (written: string) => Number(written.replace(',', '.'))

/** The vital signs that a sentence of the examination states: a pressure has two parts, any other one. */
export function vitalsIn(sentence: string): Vital[] {
  if (ELSEWHERE.test(sentence)) return []
  const pressures = /\b(?:PA|pressão)\b/i.test(sentence) ? [...sentence.matchAll(PRESSURE)] : []
  return [
    ...pressures.map(
      ([, high = '', low = '']): Vital => ({
        code: pressure.both,
        parts: [
          { ...pressure.systolic, value: numberOf(high) },
          { ...pressure.diastolic, value: numberOf(low) },
        ],
      }),
    ),
    ...single.flatMap(({ pattern, ...coded }) =>
      [...sentence.matchAll(pattern)].map(
        ([, value = '']): Vital => ({ code: coded, parts: [{ ...coded, value: numberOf(value) }] }),
      ),
    ),
  ]
}
