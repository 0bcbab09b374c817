export { ConsultationRoom, default } from 'relato-built'
