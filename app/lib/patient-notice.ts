/** The notice's heading, while the notice waits for the patient's answer: whatever leads back to it looks for it here. */
export const PATIENT_NOTICE = 'aviso-ao-paciente'
