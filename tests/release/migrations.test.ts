import { expect, test } from 'vitest'
import { breakingStatements, migrationProblems, readMigrations, readReleased } from '#ops/release/migrations.ts'

test('no unreleased migration breaks the code of the release before', () => {
  expect(migrationProblems(readMigrations(), readReleased())).toEqual([])
})

test('names the statements that old code would stumble over, and a contract that names no release', () => {
  const released = [
    { release: 'baseline', last: '0001_start.sql' },
    { release: 'a1b2c3', last: '0002_more.sql' },
  ]
  const old = [
    { name: '0001_start.sql', sql: 'DROP TABLE long_gone;' },
    { name: '0002_more.sql', sql: 'ALTER TABLE visits DROP COLUMN long_gone;' },
  ]
  const problems = (sql: string) => migrationProblems([...old, { name: '0003_new.sql', sql }], released)
  expect(problems('CREATE TABLE x (id text NOT NULL);')).toEqual([])
  expect(problems('DROP TABLE `visits`;')).toEqual(['0003_new.sql: DROP TABLE `visits`'])
  expect(problems('-- contract: released in a1b2c3\nDROP TABLE `visits`;')).toEqual([])
  expect(problems('-- contract: released in zzz\nDROP TABLE `visits`;')).toEqual([
    '0003_new.sql: no release is called zzz',
  ])
  expect(migrationProblems(old.slice(0, 1), released)).toEqual([
    'migrations/released.json: 0002_more.sql does not exist',
  ])
})

test.each<[sql: string, ...breaking: string[]]>([
  ['drop table if exists visits', 'drop table if exists visits'],
  ['DROP VIEW found', 'DROP VIEW found'],
  ['DROP VIEW found; CREATE VIEW found AS SELECT 1'],
  ['CREATE TABLE copy (id text); INSERT INTO copy SELECT id FROM a; DROP TABLE copy'],
  // Made again, it would be empty.
  ['DROP TABLE a; CREATE TABLE a (id text)', 'DROP TABLE a'],
  ['ALTER TABLE `a` DROP COLUMN `b`', 'ALTER TABLE `a` DROP COLUMN `b`'],
  ['ALTER TABLE a RENAME b TO c', 'ALTER TABLE a RENAME b TO c'],
  // The rebuild that drizzle writes for a changed constraint.
  ['CREATE TABLE `__new_a` (id text); DROP TABLE `a`; ALTER TABLE `__new_a` RENAME TO `a`', 'DROP TABLE `a`'],
  ['ALTER TABLE a ADD b text NOT NULL', 'ALTER TABLE a ADD b text NOT NULL'],
  ["ALTER TABLE a ADD b text DEFAULT '' NOT NULL; ALTER TABLE a ADD c text"],
  ['CREATE UNIQUE INDEX one ON a (b)', 'CREATE UNIQUE INDEX one ON a'],
  ['CREATE TABLE a (b text); CREATE UNIQUE INDEX one ON a (b)'],
  [
    "CREATE TRIGGER no BEFORE UPDATE ON a BEGIN SELECT RAISE(ABORT, 'no'); END;",
    'CREATE TRIGGER no BEFORE UPDATE ON a BEGIN SELECT RAISE',
  ],
  [
    "CREATE TABLE n (id text); CREATE TRIGGER note AFTER UPDATE ON a BEGIN INSERT INTO n VALUES (1); END; CREATE TRIGGER frozen BEFORE UPDATE ON n BEGIN SELECT RAISE(ABORT, 'no'); END;",
  ],
  ["-- DROP TABLE a\nINSERT INTO a VALUES ('DROP TABLE a')"],
])('%s', (sql, ...breaking) => {
  expect(breakingStatements(sql)).toEqual(breaking)
})
