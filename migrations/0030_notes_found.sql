DROP INDEX `consultations_of_patient`;--> statement-breakpoint
ALTER TABLE `consultations` ADD `complaint` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `consultations` ADD `hypothesis` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `consultations` ADD `note_words` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `consultations_of_patient` ON `consultations` (`patient_id`,`status`,`end_time`);
--> statement-breakpoint
-- The searched words of a record: each word of its text, diagnoses and addenda once, in lower case and without accents.
-- 60,000 characters at most: what a record and its addenda may hold. Each column is read for one record alone: a CTE of
-- all records would read every note at each change of one.
CREATE VIEW noted_visits AS
SELECT r.consultation_id AS id, r.doctor_id AS doctor_id, substr(ifnull(
    (SELECT replace(replace(trim(s.content), char(13), ''), char(10), ' ') FROM record_sections s
      WHERE s.record_id = r.id AND s.canonical IN ('queixa_principal', 'hda') AND trim(s.content) <> ''
      ORDER BY s.canonical = 'queixa_principal' DESC, s.position LIMIT 1), ''), 1, 200) AS complaint, substr(coalesce(
    (SELECT group_concat(ifnull(d.value ->> 'text', '') || ifnull(' (' || (d.value ->> 'code') || ')', ''), '; ') FROM json_each(r.diagnoses) d),
    (SELECT replace(replace(trim(s.content), char(13), ''), char(10), ' ') FROM record_sections s
      WHERE s.record_id = r.id AND s.canonical = 'hipotese' AND trim(s.content) <> '' ORDER BY s.position LIMIT 1), ''), 1, 200) AS hypothesis, ifnull((
  WITH lettered AS MATERIALIZED (
    SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(said), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'Í', 'i'), 'Ì', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ó', 'o'), 'Ò', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'Ú', 'u'), 'Ù', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ç', 'c'), 'Ç', 'c'), 'ñ', 'n'), 'Ñ', 'n') AS even FROM (SELECT substr(ifnull((
    SELECT group_concat(s.content, ' ') FROM record_sections s WHERE s.record_id = r.id), '') || ' ' || ifnull((
    SELECT group_concat(ifnull(replace(d.value ->> 'code', '.', ''), '') || ' ' || ifnull(d.value ->> 'text', ''), ' ') FROM json_each(r.diagnoses) d), '') || ' ' ||
    ifnull(r.unified_text, '') || ' ' || ifnull((
    SELECT group_concat(a.text, ' ') FROM record_addenda a WHERE a.record_id = r.id), ''), 1, 60000) AS said)
  ), spaced AS MATERIALIZED (
    SELECT '["' || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(even, '.', ' '), ',', ' '), ';', ' '), ':', ' '), '(', ' '), ')', ' '), '[', ' '), ']', ' '), '{', ' '), '}', ' '), '/', ' '), '-', ' '), '+', ' '), '=', ' '), '%', ' '), '!', ' '), '?', ' '), '*', ' '), '#', ' '), '&', ' '), '<', ' '), '>', ' '), '|', ' '), '_', ' '), '–', ' '), '—', ' '), '…', ' '), '•', ' '), '“', ' '), '”', ' '), 'º', ' '), '°', ' '), 'ª', ' '), '''', ' '), '"', ' '), '\', ' '), '$', ' '), '@', ' '), '^', ' '), '~', ' '), '`', ' '), char(9), ' '), char(10), ' '), char(13), ' '), char(160), ' '), ' ', '","') || '"]' AS list FROM lettered
  )
  SELECT replace(group_concat(DISTINCT word.value), ',', ' ')
  FROM spaced, json_each(iif(json_valid(list), list, '[]')) AS word WHERE word.value <> ''), '') AS words
FROM records r;
--> statement-breakpoint
UPDATE consultations SET (complaint, hypothesis, note_words) = (
  SELECT complaint, hypothesis, words FROM noted_visits n WHERE n.id = consultations.id AND n.doctor_id = consultations.doctor_id)
WHERE EXISTS (SELECT 1 FROM records WHERE records.consultation_id = consultations.id AND records.doctor_id = consultations.doctor_id);
--> statement-breakpoint
DROP TRIGGER visit_found;
--> statement-breakpoint
DROP TRIGGER visit_found_no_more;
--> statement-breakpoint
DROP TRIGGER visit_found_anew;
--> statement-breakpoint
DROP TRIGGER visit_not_found;
--> statement-breakpoint
DROP TABLE visit_grams;
--> statement-breakpoint
DROP VIEW searched_visits;
--> statement-breakpoint
-- As in 0020, and each word of the note after the doctor's id and 'n', which is no digit of a gram. FTS5 reads a view
-- without table functions.
CREATE VIEW searched_visits AS SELECT id, (ifnull(end_time, 0) << 20) | (instr('123456789abcdef', substr(id, 1, 1)) << 16)
  | (instr('123456789abcdef', substr(id, 2, 1)) << 12) | (instr('123456789abcdef', substr(id, 3, 1)) << 8)
  | (instr('123456789abcdef', substr(id, 4, 1)) << 4) | instr('123456789abcdef', substr(id, 5, 1)) AS place, (
  WITH RECURSIVE part(rest) AS (SELECT ' ' || search_text || '  ' UNION ALL SELECT substr(rest, 2) FROM part WHERE substr(rest, 4, 1) <> '')
  SELECT group_concat(replace(doctor_id, '-', '') || hex(substr(rest, 1, 3)), ' ') FROM part
) || iif(note_words = '', '', ' ' || replace(doctor_id, '-', '') || 'n' || replace(note_words, ' ', ' ' || replace(doctor_id, '-', '') || 'n')) AS grams FROM consultations WHERE status = 'completed';
--> statement-breakpoint
CREATE VIRTUAL TABLE visit_grams USING fts5(grams, content='searched_visits', content_rowid='place', columnsize=0, tokenize='ascii');
--> statement-breakpoint
INSERT INTO visit_grams (visit_grams, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO visit_grams (visit_grams) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER visit_found AFTER INSERT ON consultations WHEN NEW.status = 'completed' BEGIN
  INSERT INTO visit_grams (rowid, grams) SELECT place, grams FROM searched_visits WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_found_no_more BEFORE UPDATE OF search_text, note_words, status, end_time ON consultations
WHEN OLD.status = 'completed' AND (NEW.search_text, NEW.note_words, NEW.status, NEW.end_time) IS NOT (OLD.search_text, OLD.note_words, OLD.status, OLD.end_time) BEGIN
  INSERT INTO visit_grams (visit_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_visits WHERE id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_found_anew AFTER UPDATE OF search_text, note_words, status, end_time ON consultations
WHEN NEW.status = 'completed' AND (NEW.search_text, NEW.note_words, NEW.status, NEW.end_time) IS NOT (OLD.search_text, OLD.note_words, OLD.status, OLD.end_time) BEGIN
  INSERT INTO visit_grams (rowid, grams) SELECT place, grams FROM searched_visits WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER visit_not_found BEFORE DELETE ON consultations WHEN OLD.status = 'completed' BEGIN
  INSERT INTO visit_grams (visit_grams, rowid, grams) SELECT 'delete', place, grams FROM searched_visits WHERE id = OLD.id;
END;
--> statement-breakpoint
-- Every change of a record raises its revision, and a structuring writes the specialty last: the note is read again then.
CREATE TRIGGER note_changed AFTER UPDATE OF revision ON records BEGIN
  UPDATE consultations SET (complaint, hypothesis, note_words) = (SELECT complaint, hypothesis, words FROM noted_visits WHERE id = NEW.consultation_id)
  WHERE id = NEW.consultation_id AND doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER note_structured AFTER UPDATE OF specialty ON consultations
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id = NEW.id AND doctor_id = NEW.doctor_id) BEGIN
  UPDATE consultations SET (complaint, hypothesis, note_words) = (SELECT complaint, hypothesis, words FROM noted_visits WHERE id = NEW.id)
  WHERE id = NEW.id AND doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER note_amended AFTER INSERT ON record_addenda BEGIN
  UPDATE consultations SET (complaint, hypothesis, note_words) = (SELECT complaint, hypothesis, words FROM noted_visits WHERE id = NEW.consultation_id)
  WHERE id = NEW.consultation_id AND doctor_id = NEW.doctor_id;
END;
--> statement-breakpoint
CREATE TRIGGER note_removed AFTER DELETE ON records BEGIN
  UPDATE consultations SET complaint = '', hypothesis = '', note_words = '' WHERE id = OLD.consultation_id AND doctor_id = OLD.doctor_id;
END;
--> statement-breakpoint
-- Under a signature, these columns change only to what the view reads from the record and its addenda.
CREATE TRIGGER signed_visit_note_no_update BEFORE UPDATE OF complaint, hypothesis, note_words ON consultations
WHEN (NEW.complaint, NEW.hypothesis, NEW.note_words) IS NOT (OLD.complaint, OLD.hypothesis, OLD.note_words)
  AND EXISTS (SELECT 1 FROM records WHERE consultation_id = OLD.id AND signed_at IS NOT NULL)
BEGIN
  SELECT RAISE(ABORT, 'the consultation of a signed record is not changed')
  WHERE (NEW.complaint, NEW.hypothesis, NEW.note_words) IS NOT (
    SELECT complaint, hypothesis, words FROM noted_visits WHERE id = OLD.id AND doctor_id = OLD.doctor_id);
END;
