-- Sentences from before this part name lines by id alone: the text of then is not known, so the hash is empty.
UPDATE record_sections SET sentences = (
  SELECT json_group_array(json_object(
    'text', s.value ->> 'text',
    'evidence', (
      SELECT json_group_array(CASE e.type WHEN 'text' THEN json_object('id', e.value, 'hash', '') ELSE json(e.value) END)
      FROM json_each(s.value, '$.evidence') e),
    'proof', s.value ->> 'proof',
    'flags', json('[]'),
    'seen', json('false')))
  FROM json_each(record_sections.sentences) s)
WHERE EXISTS (SELECT 1 FROM json_each(record_sections.sentences) s WHERE s.value -> 'flags' IS NULL);
--> statement-breakpoint
-- A signed record stands as it was signed: itself, its sections, and the lines it cites.
CREATE TRIGGER signed_record_no_update BEFORE UPDATE ON records WHEN OLD.signed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_record_no_delete BEFORE DELETE ON records WHEN OLD.signed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a signed record is not deleted'); END;
--> statement-breakpoint
CREATE TRIGGER record_keeps_its_ids BEFORE UPDATE OF id, consultation_id ON records
WHEN NEW.id <> OLD.id OR NEW.consultation_id <> OLD.consultation_id
BEGIN SELECT RAISE(ABORT, 'a record keeps its ids'); END;
--> statement-breakpoint
-- REPLACE deletes without asking the triggers above: what would take a signed record's place is left out.
CREATE TRIGGER signed_record_no_replace BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE (id = NEW.id OR consultation_id = NEW.consultation_id) AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER signed_sections_no_replace BEFORE INSERT ON record_sections
WHEN EXISTS (SELECT 1 FROM record_sections s JOIN records r ON r.id = s.record_id WHERE s.id = NEW.id AND r.signed_at IS NOT NULL)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER signed_sections_no_insert AFTER INSERT ON record_sections
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_sections_no_update BEFORE UPDATE ON record_sections
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM records WHERE id IN (OLD.record_id, NEW.record_id) AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_sections_no_delete BEFORE DELETE ON record_sections
WHEN EXISTS (SELECT 1 FROM records WHERE id = OLD.record_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_entries_no_insert AFTER INSERT ON transcript_entries
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id = NEW.consultation_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the transcript of a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_entries_no_update BEFORE UPDATE ON transcript_entries
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id IN (OLD.consultation_id, NEW.consultation_id) AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the transcript of a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_entries_no_delete BEFORE DELETE ON transcript_entries
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id = OLD.consultation_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the transcript of a signed record is not changed'); END;
--> statement-breakpoint
-- Addenda only ever grow, and only behind a signature.
CREATE TRIGGER addenda_need_signature AFTER INSERT ON record_addenda
WHEN NOT EXISTS (SELECT 1 FROM records WHERE id = NEW.record_id AND doctor_id = NEW.doctor_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'an addendum needs a signed record'); END;
--> statement-breakpoint
CREATE TRIGGER addenda_no_replace BEFORE INSERT ON record_addenda
WHEN EXISTS (SELECT 1 FROM record_addenda WHERE id = NEW.id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER addenda_no_update BEFORE UPDATE ON record_addenda BEGIN SELECT RAISE(ABORT, 'record_addenda is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER addenda_no_delete BEFORE DELETE ON record_addenda BEGIN SELECT RAISE(ABORT, 'record_addenda is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER versions_no_replace BEFORE INSERT ON record_versions
WHEN EXISTS (SELECT 1 FROM record_versions WHERE record_id = NEW.record_id AND version = NEW.version)
BEGIN SELECT RAISE(ABORT, 'record_versions is append-only'); END;
