export { templateOf } from './templates/template.ts'
