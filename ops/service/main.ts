// npm run ops -- COMMAND: what an operator does for a doctor, through the API of the service (docs/decisions/053).
import { readArguments } from '../../local/input.ts'
import {
  type Command,
  disable,
  enable,
  find,
  replay,
  resendMail,
  resetSecondFactor,
  status,
  subscription,
} from './support.ts'

const commands: Record<string, Command> = {
  status,
  find,
  replay,
  disable,
  enable,
  'reset-second-factor': resetSecondFactor,
  'resend-mail': resendMail,
  subscription,
}

const [, , name = ''] = process.argv
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  console.error(`npm run ops -- ${Object.keys(commands).join(' | ')}`)
  process.exit(2)
}
const { values, operands } = readArguments(command.options, ['COMMAND', ...command.operands])
await command.run(values as Record<string, string | boolean>, operands.slice(1))
