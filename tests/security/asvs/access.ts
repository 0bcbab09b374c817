import {
  anything,
  attacked,
  auditRoutes,
  door,
  doors,
  everyEnding,
  everyId,
  everyRoute,
  frames,
  frozen,
  fuzz,
  ids,
  matrix,
  sessions,
  signed,
  stripe,
  webhook,
} from '../proofs.ts'
import { proved, type Row, unchecked } from '../row.ts'

/** V8 Authorization, and what a signature holds. */
export const access: Row[] = [
  proved(
    ['8.1.1', 1, 'who may call what is written down, route by route'],
    matrix('every route has a row'),
    auditRoutes('every route has decided'),
    doors('every route of the app has a row'),
  ),
  proved(
    ['8.2.1', 1, 'nothing of a doctor’s is called without a session'],
    matrix('a visitor is not let in'),
    doors('a visitor is led to the way in'),
  ),
  proved(
    ['8.2.2', 1, 'an id of another’s is an id of nobody’s: in every address'],
    everyRoute,
    doors('a second doctor finds no page'),
  ),
  proved(['8.2.2', 1, 'the same in every body'], everyId),
  proved(
    ['8.2.2', 1, 'the same through the socket'],
    door('the door of a room'),
    frames('whatever comes through a socket'),
  ),
  proved(
    ['8.2.2', 1, 'the same for payments'],
    stripe("nobody reads, cancels or manages another's"),
    webhook('forged, stale, altered or unsigned'),
    webhook('truly signed and hostile'),
    webhook('all orders of the five main events'),
  ),
  proved(
    ['8.2.3', 2, 'fields that are not to be set are refused, and none is told that is not in the contract'],
    anything,
    ids('an id of another doctor’s'),
  ),
  proved(['8.3.1', 1, 'it is the server that decides'], everyRoute, fuzz('whatever is sent to the API')),
  proved(['8.3.2', 3, 'a right that ends, ends at once'], ...everyEnding),
  proved(['8.3.3', 3, 'the room asks who came, not who brought them'], door('the door of a room')),
  proved(
    ['8.4.1', 2, 'what one doctor does touches no other'],
    anything,
    frames('whatever comes through a socket'),
    everyId,
  ),
  unchecked(['8.4.2', 3, 'an administration with walls around it'], 'there is none'),
  proved(
    ['15.4.2', 3, 'a signed record stays as it was, on every route'],
    attacked('no route changes a signed record'),
    signed('what is printed is what was signed'),
  ),
  proved(
    ['15.4.2', 3, 'and under every statement'],
    attacked('no statement changes a row'),
    frozen('the database itself refuses'),
  ),
  proved(['7.5.3', 3, 'what is grave asks again'], sessions('guesses at the current password run out')),
]
