import {
  anything,
  api,
  bodies,
  door,
  doors,
  everyHeader,
  everyId,
  everyRoute,
  frames,
  google,
  headers,
  matrix,
  origins,
  pdf,
  postedForms,
  redirects,
  sessions,
} from '../proofs.ts'
import { deviates, proved, type Row, unchecked } from '../row.ts'

const refusedSizes = bodies('no route takes more than its limit')

/** V3 Web frontend · V4 API and web service · V5 File handling. */
export const frontend: Row[] = [
  proved(
    ['3.2.1', 1, 'no answer is read as something else than it is'],
    everyHeader,
    doors('every page, file and refusal'),
  ),
  unchecked(['3.2.2', 1, 'text is shown as text'], 'by construction: React escapes; lint refuses raw HTML'),
  proved(['3.3.1', 1, 'cookies are Secure, by their prefix too'], api('a doctor signs up, must verify')),
  proved(['3.3.2', 2, 'cookies have a SameSite of their purpose'], api('a doctor signs up, must verify')),
  proved(['3.3.3', 2, 'cookies are bound to the host'], api('a doctor signs up, must verify')),
  proved(
    ['3.3.4', 2, 'no script reads the session, which travels in Set-Cookie alone'],
    api('a doctor signs up, must verify'),
    sessions("the sign-in library's own ways"),
    everyHeader,
  ),
  proved(
    ['3.4.1', 1, 'HSTS for two years, subdomains included, on every answer'],
    everyHeader,
    doors('every page, file and refusal'),
  ),
  proved(['3.4.2', 1, 'no other origin is allowed by CORS'], everyHeader),
  proved(
    ['3.4.3', 2, 'a CSP with nonces, object-src and base-uri none'],
    everyHeader,
    headers('the policy of production stands'),
    doors('every page, file and refusal'),
  ),
  proved(['3.4.4', 2, 'nosniff on every answer'], everyHeader, doors('every page, file and refusal')),
  proved(['3.4.5', 2, 'a referrer policy'], everyHeader, doors('every page, file and refusal')),
  proved(['3.4.6', 2, 'nobody frames us'], everyHeader, doors('every page, file and refusal')),
  deviates(
    ['3.4.7', 3, 'violations of the policy are reported'],
    'a report would carry addresses and text of clinical pages to a log; the browser suite fails on each violation instead',
  ),
  proved(['3.4.8', 3, 'windows of others get no hold of ours'], everyHeader, doors('every page, file and refusal')),
  proved(
    ['3.5.1', 1, 'changes are made for our own origin alone'],
    origins('no change is made for another site'),
    matrix('a visitor is not let in, a foreign site'),
    postedForms('without the script the browser sends'),
  ),
  proved(['3.5.2', 1, 'a body of another type does not slip past the preflight'], bodies('what is no JSON, or says')),
  proved(['3.5.3', 1, 'reading changes nothing'], everyRoute),
  unchecked(['3.5.4', 2, 'separate applications on separate hosts'], 'there is one application'),
  proved(['3.5.8', 3, 'what needs a session is embedded nowhere'], everyHeader),
  unchecked(
    ['3.6.1', 3, 'nothing is loaded from elsewhere'],
    'shown by the policy (3.4.3): default-src none, own origin alone',
  ),
  proved(
    ['3.7.2', 2, 'nobody is led out of our pages'],
    redirects('every address leads a doctor'),
    google('nobody is led out of our own pages'),
  ),
  unchecked(['3.7.4', 3, 'the domain is on the preload list'], 'there is no domain yet; the header says preload'),
  proved(['4.1.1', 1, 'a content type with its charset on every body'], doors('every page, file and refusal')),
  proved(
    ['4.1.3', 2, 'headers of our own between Worker and room cannot be sent from outside'],
    door('the door of a room'),
  ),
  proved(['4.1.4', 3, 'methods that nobody uses are refused'], everyHeader),
  unchecked(['4.2.1', 2, 'requests are not smuggled (4.2.1 to 4.2.4)'], 'Cloudflare’s edge reads the messages'),
  unchecked(['4.3.1', 2, 'GraphQL (4.3.1, 4.3.2)'], 'there is none'),
  unchecked(
    ['4.4.1', 1, 'sockets go over TLS'],
    'the page asks for wss wherever it came by https (CSP, 3.4.3); TLS itself is the edge’s',
  ),
  proved(['4.4.2', 2, 'a socket’s origin is checked'], door('the door of a room')),
  proved(
    ['4.4.3', 2, 'a socket has a session that counts'],
    door('the door of a room'),
    door('an address in a mail opens no room'),
  ),
  proved(['4.4.4', 2, 'the session of a socket is one of the signed-in doctor'], door('the door of a room')),
  unchecked(
    ['5.1.1', 2, 'uploads: types and sizes (5.1 to 5.3)'],
    'no file is taken; bodies and frames have limits, below',
  ),
  proved(
    ['5.2.1', 1, 'nothing larger than what can be worked on is taken'],
    refusedSizes,
    frames('too large, of no kind'),
  ),
  proved(['5.3.2', 1, 'no path is made of what was sent'], anything, everyId),
  proved(['5.4.1', 2, 'a download’s name is ours'], pdf('from the API: structured, edited, printed')),
]
