import { z } from 'zod/mini'
import { emailAddress, instant, personName } from '../contract.ts'
import { isTimeZone } from '../local-time.ts'
import { cpf } from '../patient/cpf.ts'
import { phone } from '../phone.ts'
import { TIME_ZONE } from '../time.ts'
import { closing } from './closing.ts'
import { crm, practiceAddress, rqe, specialtyName } from './profile.ts'
import { secondFactorState } from './second-factor.ts'
import { RETURN_ADDRESS_MAX } from './way-in.ts'

const profile = z.object({
  id: z.string(),
  full_name: z.string(),
  crm: z.nullable(z.string()),
  specialty: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  rqe: z.nullable(z.string()),
  /** The address of the practice. */
  address: z.nullable(z.string()),
  /** '000.000.000-00': a certificate that signs a document must have it. */
  cpf: z.nullable(z.string()),
  /** IANA name of the zone that the doctor's devices last reported: printed times and 'today' follow it. */
  time_zone: z.string(),
})
export type Profile = z.infer<typeof profile>
export const timeZoneOf = (of: Pick<Profile, 'time_zone'> | null): string => of?.time_zone ?? TIME_ZONE

/** better-auth checks the password and the return address, with its own codes, and accepts nothing else here. */
export const signUpBody = z.strictObject({
  name: personName,
  email: emailAddress,
  password: z.string('Senha é obrigatória'),
  callbackURL: z.optional(z.string().check(z.maxLength(RETURN_ADDRESS_MAX, 'Endereço muito longo'))),
})
export const updateProfileBody = z.strictObject({
  full_name: z.optional(personName),
  crm: z.optional(z.nullable(crm)),
  specialty: z.optional(z.nullable(specialtyName)),
  phone: z.optional(z.nullable(phone)),
  rqe: z.optional(z.nullable(rqe)),
  address: z.optional(z.nullable(practiceAddress)),
  cpf: z.optional(z.nullable(cpf)),
  time_zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Fuso horário desconhecido'))),
})
export const profileReply = z.object({ profile })

/** The facts of its session that a page receives: never the token. */
export const sessionReply = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  profile: z.nullable(profile),
  /** Set when the account is closed: the app then shows only that. */
  closing: z.nullable(closing),
  expires_in: z.int(),
  expires_at: instant,
})
export type SessionInfo = z.infer<typeof sessionReply>

/** How an account is protected: whether it has a password of its own, and where its doctor is signed in. */
const accountSession = z.object({
  id: z.uuid(),
  device: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** Exact to a few minutes: a session in use is renewed that often. */
  used_at: instant,
})
export type AccountSession = z.infer<typeof accountSession>
export const securityReply = z.object({
  has_password: z.boolean(),
  second_factor: secondFactorState,
  sessions: z.array(accountSession),
})
/** The number of sessions that this call ended. */
export const endedReply = z.object({ ended: z.int() })

/** The key that seals a doctor's data on devices: 32 bytes. A page imports it non-extractable and wipes them. */
export const deviceKeyReply = z.object({
  doctor_id: z.string(),
  /** The device binds what it keeps for reading offline to this session. */
  session_id: z.string(),
  key: z.base64().check(z.length(44)),
  /** Opens rows from before a rotation of DEVICE_SECRET; the device seals them again under `key`. */
  previous_key: z.optional(z.base64().check(z.length(44))),
})

/** Consultations whose recording a device has deleted because its time was over. */
export const discardedBody = z.strictObject({
  consultation_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)),
})
export const discardedReply = z.object({ told: z.int() })
