import {
  api,
  auditAccount,
  closing,
  configuration,
  counters,
  door,
  everyEnding,
  fuzz,
  google,
  recovery,
  secondFactor,
  sessions,
} from '../proofs.ts'
import { deviates, proved, type Row, unchecked } from '../row.ts'

const countedWays = [
  'sign-in of one e-mail',
  'sign-in from one network',
  'sign-up of one e-mail',
  'sign-up from one network',
  'a new confirmation to one e-mail',
  'a new confirmation from one network',
  'recovery of one e-mail',
  'recovery from one network',
  'a message from one network',
].map((name) => counters(`${name}: so many are taken`))
const changed = sessions('a password is changed by who knows the old one')
const recovered = recovery('who follows the link of the mail')

/** V6 Authentication · V7 Session management · V9 Self-contained tokens · V10 OAuth and OIDC. */
export const signIn: Row[] = [
  deviates(['6.1.2', 2, 'words of our own are not to be passwords'], 'the product’s rules name no list; see 6.2.4'),
  deviates(
    ['6.2.1', 1, 'passwords of 8 or more'],
    'the product asks for 6 at sign-up and for 8 by its rules at every change; counters and a second factor stand beside it',
  ),
  proved(['6.2.2', 1, 'a password can be changed'], changed),
  proved(['6.2.3', 1, 'the old one is asked for'], changed),
  deviates(
    ['6.2.4', 1, 'the most used passwords are refused'],
    'the product’s rules are by kinds of characters; no list is kept',
  ),
  deviates(
    ['6.2.5', 1, 'no rules of composition'],
    'the product asks for upper and lower case, a digit and a sign at every change',
  ),
  unchecked(
    ['6.2.6', 1, 'password fields are masked, pasting allowed (6.2.6, 6.2.7)'],
    'a screen’s state: looked at in the pictures of the screens',
  ),
  proved(['6.2.8', 1, 'a password is taken as it is'], changed),
  unchecked(['6.2.9', 2, '64 characters are allowed'], '128 are; what is longer is refused, never cut'),
  unchecked(['6.2.10', 2, 'no password runs out'], 'nothing of the kind is built'),
  deviates(
    ['6.2.12', 2, 'leaked passwords are refused'],
    'asking another service about a password is left out; see 6.2.4',
  ),
  proved(
    ['6.3.1', 1, 'guessing runs into counters, exact ones'],
    ...countedWays,
    counters('every spelling of one network is one visitor'),
    sessions('guesses at the current password run out'),
  ),
  proved(['6.3.2', 1, 'no account comes with the product'], configuration('production that is not configured')),
  proved(['6.3.3', 2, 'a second factor, once it is switched on'], secondFactor('nobody is in before the code')),
  deviates(
    ['6.3.3', 2, 'nobody is in without one'],
    'it is offered, not demanded: the product signs in by password or Google',
  ),
  proved(
    ['6.3.4', 2, 'every way in asks for the same'],
    secondFactor('Google asks for it too'),
    sessions("the sign-in library's own ways"),
  ),
  proved(
    ['6.3.5', 3, 'the doctor hears of odd attempts'],
    secondFactor('guesses are counted exactly'),
    auditAccount('who comes in, fails to'),
  ),
  proved(
    ['6.3.8', 3, 'a failed sign-in or recovery does not say who has an account'],
    counters('who may guess at nothing'),
    recovered,
  ),
  deviates(
    ['6.3.8', 3, 'nor does a sign-up'],
    'the product says ‘Este email já está cadastrado’; sign-ups are counted',
  ),
  proved(
    ['6.4.1', 1, 'links of mails are random, short-lived and good once'],
    recovered,
    recovery('a link is over after an hour'),
  ),
  unchecked(['6.4.2', 1, 'no hints, no secret questions'], 'there are none'),
  proved(
    ['6.4.3', 2, 'a forgotten password does not go past the second factor'],
    secondFactor('Google asks for it too; a new password'),
  ),
  proved(
    ['6.5.1', 2, 'codes are good once'],
    secondFactor('nobody is in before the code'),
    secondFactor('a recovery code lets in once'),
  ),
  proved(['6.5.2', 2, 'recovery codes cannot be read in the database'], secondFactor('it is off until a code')),
  proved(['6.5.5', 2, 'codes are good for a while only'], secondFactor('nobody is in before the code')),
  proved(['6.5.6', 3, 'a factor can be taken away'], secondFactor('new recovery codes and switching off')),
  proved(['6.5.8', 3, 'the time of a code is the server’s'], secondFactor('the codes are those of RFC 6238')),
  proved(['6.6.3', 2, 'codes are not guessed'], secondFactor('guesses are counted exactly')),
  unchecked(['6.7.1', 3, 'keys of hardware (6.7)'], 'passkeys are not built yet'),
  proved(['6.8.1', 2, 'one provider cannot play another’s people'], google('who is known to Google here')),
  proved(['6.8.2', 2, 'what a provider says is signed'], google('an address that Google has not seen')),
  proved(['7.2.1', 1, 'sessions are checked by the server'], door('the door of a room')),
  proved(['7.2.2', 1, 'tokens of sessions are made anew'], changed),
  unchecked(['7.2.3', 1, '128 random bits'], 'the sign-in library’s 32 characters of 62: 190 bits'),
  proved(['7.2.4', 1, 'a new token at every sign-in and change'], changed),
  proved(
    ['7.3.1', 2, 'a session ends when nobody uses it'],
    door('the door of a room'),
    door('[C41] a session that only time ends'),
  ),
  deviates(
    ['7.3.1', 2, 'nor does a page left open keep it'],
    'an open page renews its session, for a long consultation must not be cut off; seven days end it in any case',
  ),
  proved(['7.3.2', 2, 'a session ends after seven days'], api('a session ends after seven days')),
  proved(['7.4.1', 1, 'an ended session is over, its sockets within a second'], ...everyEnding),
  proved(['7.4.2', 1, 'an account that closes ends its sessions'], closing('closing asks who it is')),
  proved(['7.4.3', 2, 'a new password ends the others'], changed, recovered),
  unchecked(
    ['7.4.4', 2, 'signing out is at hand on every page'],
    'in the header of the app: tests/e2e/account.spec.ts, with the browser suite',
  ),
  unchecked(['7.4.5', 2, 'administrators end sessions'], 'there is no administration'),
  proved(
    ['7.5.1', 2, 'before the account is changed the doctor confirms who it is'],
    changed,
    secondFactor('who has no password confirms'),
  ),
  proved(['7.5.2', 2, 'sessions are listed and ended'], sessions('a doctor sees where they are signed in')),
  proved(
    ['7.6.2', 2, 'no session begins by itself'],
    door('an address in a mail opens no room'),
    fuzz('whatever a visitor sends'),
  ),
  unchecked(
    ['9.1.1', 1, 'self-contained tokens (9.1, 9.2)'],
    'sessions are references; the id token of Google is under 6.8.2 and 10.5',
  ),
  proved(
    ['10.1.2', 2, 'an answer of Google counts where it was asked for'],
    google('an address that Google has not seen'),
  ),
  unchecked(
    ['10.2.1', 2, 'PKCE and state'],
    'the library’s, switched on; the browser suite goes the whole way (tests/e2e/auth.spec.ts)',
  ),
  proved(['10.2.3', 3, 'no more is asked of Google than who it is'], google('nobody is led out of our own pages')),
  proved(['10.5.2', 2, 'people are known by sub, not by e-mail'], google('who is known to Google here')),
  proved(['10.5.4', 2, 'the id token is meant for us'], google('an address that Google has not seen')),
  deviates(['6.2.11', 2, 'no password is made of words of our own'], 'see 6.1.2'),
  deviates(
    ['6.3.3', 2, 'nobody is without one'],
    'it is offered: the product signs in by password or Google, and each doctor switches it on',
  ),
  deviates(
    ['6.5.2', 2, 'they are hashed as passwords are'],
    '60 random bits under an HMAC: useless without AUTH_SECRET',
  ),
  deviates(
    ['7.3.1', 2, 'whatever page is open'],
    'an open page renews its session, so that no consultation is cut off: the hour counts from the last page closed',
  ),
]
