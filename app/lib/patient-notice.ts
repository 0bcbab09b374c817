/** The id of the notice's heading while the patient's answer is pending; links to the notice use it. */
export const PATIENT_NOTICE = 'aviso-ao-paciente'
