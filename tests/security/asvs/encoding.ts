import {
  anything,
  api,
  bodies,
  contact,
  everyId,
  frames,
  fuzz,
  google,
  headers,
  mail,
  pdf,
  rawSockets,
  redirects,
  stripe,
} from '../proofs.ts'
import { proved, type Row, unchecked } from '../row.ts'

/** V1 Encoding and sanitization · V2 Validation and business logic. */
export const encoding: Row[] = [
  proved(
    ['1.2.1', 1, 'output is encoded for the place it stands in'],
    mail('nothing that a person wrote begins a header'),
  ),
  proved(
    ['1.2.2', 1, 'addresses built of what was typed are encoded, and of safe schemes'],
    redirects('every address leads a doctor'),
  ),
  unchecked(
    ['1.2.3', 1, 'script and JSON are built with escaping'],
    'by construction: JSON.stringify, React and its nonce; no text is pasted into script',
  ),
  proved(['1.2.4', 1, 'queries are parameterised'], anything, everyId),
  unchecked(['1.2.5', 1, 'no operating system command is built of input'], 'a Worker has no processes'),
  unchecked(['1.2.6', 2, 'LDAP, XPath, LaTeX (1.2.6 to 1.2.8)'], 'none of them is used'),
  proved(['1.2.9', 2, 'patterns are not built of what was typed'], anything),
  unchecked(['1.3.1', 1, 'HTML that a person writes is cleaned'], 'none is taken: all text is shown as text'),
  proved(['1.3.2', 1, 'nothing is evaluated'], headers('the policy of production stands')),
  proved(
    ['1.3.3', 2, 'what goes to a dangerous place is cut and cleaned first'],
    contact('what is missing or wrong is said'),
    anything,
  ),
  proved(['1.3.6', 2, 'the server is not sent to addresses of others'], stripe('what is not for sale')),
  proved(['1.3.10', 2, 'format strings of others do nothing'], anything),
  proved(
    ['1.3.11', 2, 'nothing that was typed becomes a mail’s header'],
    mail('nothing that a person wrote begins a header'),
  ),
  proved(['1.3.12', 3, 'no pattern takes for ever on a hostile text'], anything),
  proved(['1.4.2', 2, 'numbers outside their range are refused'], anything, frames('whatever comes through a socket')),
  proved(
    ['1.5.2', 2, 'what is read from outside is parsed by a contract'],
    anything,
    frames('whatever comes through a socket'),
  ),
  proved(['1.5.3', 3, 'one parser, one encoding: what differs is refused'], bodies('what is no JSON, or says')),
  proved(['2.1.1', 1, 'rules of each field are written down'], anything),
  proved(['2.2.1', 1, 'input is checked against what is expected'], anything, fuzz('whatever a visitor sends')),
  proved(
    ['2.2.2', 1, 'it is checked by the server'],
    anything,
    api('one rule takes names and texts'),
    api('names and pictures that were stored before'),
    google('a name, a picture or an address at Google'),
  ),
  proved(['2.2.3', 2, 'fields that belong together are checked together'], stripe('what is not for sale')),
  proved(
    ['2.3.1', 1, 'steps come in their order'],
    ['tests/workers/consent.test.ts', '[N10] nothing is structured without consent'],
  ),
  proved(
    ['2.3.2', 2, 'limits of the business are kept'],
    ['tests/workers/subscription.test.ts', '[Q2] [Q3] five consultations'],
  ),
  proved(
    ['2.3.3', 2, 'a step is done whole or not at all'],
    ['tests/workers/record-signed.test.ts', 'neither a signature nor an addendum stands'],
  ),
  proved(
    ['2.3.4', 2, 'what there is once is not given twice'],
    ['tests/workers/subscription.test.ts', '[Q2] [Q3] five consultations'],
    ['tests/workers/jobs.test.ts', 'a job delivered three times'],
  ),
  proved(
    ['2.4.1', 2, 'floods are refused'],
    ['tests/workers/limits.test.ts', 'a flood from one network'],
    contact('an address writes five times'),
  ),
  proved(
    ['2.4.1', 2, 'bodies that are refused, slow or never read harm no other request'],
    rawSockets('a refused body is read or dropped'),
    rawSockets('half requests, slow bodies and slow readers'),
  ),
  unchecked(['2.4.2', 3, 'human timing'], 'a doctor is quick: counters hold instead'),
  proved(['5.4.2', 2, 'file names in headers are encoded'], pdf('from the API: structured, edited, printed')),
]
