import { env } from 'cloudflare:workers'
import { CID_TABLE_KEY } from '#domain/record/cid10/cid10.ts'

/** A few codes of the system's table, where the Worker reads it. */
export const installCidTable = () =>
  env.FILES.put(
    CID_TABLE_KEY,
    'J20\tBronquite aguda\nJ20.9\tBronquite aguda não especificada\nJ45\tAsma\nI10\tHipertensão essencial (primária)\n',
  )
