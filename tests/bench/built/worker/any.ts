export { default } from 'relato-built'
