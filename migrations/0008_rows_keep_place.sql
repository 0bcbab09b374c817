-- REPLACE deletes, without asking delete triggers, whatever has the id or the rowid that a row is given. So no row
-- moves, and none is put where one stands that is to stay.
CREATE TRIGGER consultation_keeps_its_place BEFORE UPDATE ON consultations
WHEN NEW.rowid <> OLD.rowid OR NEW.id <> OLD.id
BEGIN SELECT RAISE(ABORT, 'a consultation keeps its place'); END;
--> statement-breakpoint
CREATE TRIGGER record_keeps_its_place BEFORE UPDATE ON records WHEN NEW.rowid <> OLD.rowid
BEGIN SELECT RAISE(ABORT, 'a record keeps its place'); END;
--> statement-breakpoint
CREATE TRIGGER section_keeps_its_place BEFORE UPDATE ON record_sections WHEN NEW.rowid <> OLD.rowid
BEGIN SELECT RAISE(ABORT, 'a section keeps its place'); END;
--> statement-breakpoint
CREATE TRIGGER entry_keeps_its_place BEFORE UPDATE ON transcript_entries WHEN NEW.rowid <> OLD.rowid
BEGIN SELECT RAISE(ABORT, 'a line keeps its place'); END;
--> statement-breakpoint
-- Where an INSERT names no rowid, NEW.rowid is none that stands.
CREATE TRIGGER signed_visit_keeps_its_place BEFORE INSERT ON consultations
WHEN EXISTS (SELECT 1 FROM consultations c JOIN records r ON r.consultation_id = c.id
  WHERE c.rowid = NEW.rowid AND r.signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the consultation of a signed record is not replaced'); END;
--> statement-breakpoint
CREATE TRIGGER signed_record_keeps_its_place BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE rowid = NEW.rowid AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record is not replaced'); END;
--> statement-breakpoint
CREATE TRIGGER signed_sections_keep_their_place BEFORE INSERT ON record_sections
WHEN EXISTS (SELECT 1 FROM record_sections s JOIN records r ON r.id = s.record_id
  WHERE s.rowid = NEW.rowid AND r.signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER signed_entries_keep_their_place BEFORE INSERT ON transcript_entries
WHEN EXISTS (SELECT 1 FROM transcript_entries e JOIN records r ON r.consultation_id = e.consultation_id
  WHERE e.rowid = NEW.rowid AND r.signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the transcript of a signed record is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER addenda_keep_their_place BEFORE INSERT ON record_addenda
WHEN EXISTS (SELECT 1 FROM record_addenda WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'record_addenda is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER versions_keep_their_place BEFORE INSERT ON record_versions
WHEN EXISTS (SELECT 1 FROM record_versions WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'record_versions is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER consents_keep_their_place BEFORE INSERT ON consents
WHEN EXISTS (SELECT 1 FROM consents WHERE seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'consents is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER consents_no_replace BEFORE INSERT ON consents
WHEN EXISTS (SELECT 1 FROM consents WHERE id = NEW.id)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER audit_keeps_its_place BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
-- A version is what stood before: behind the signature comes none.
CREATE TRIGGER signed_record_no_version AFTER INSERT ON record_versions
WHEN EXISTS (SELECT 1 FROM records WHERE (id = NEW.record_id OR consultation_id = NEW.consultation_id) AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a signed record has no later version'); END;
--> statement-breakpoint
DROP TRIGGER addenda_need_signature;
--> statement-breakpoint
CREATE TRIGGER addenda_need_signature AFTER INSERT ON record_addenda
WHEN NOT EXISTS (SELECT 1 FROM records WHERE id = NEW.record_id AND doctor_id = NEW.doctor_id
  AND consultation_id = NEW.consultation_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'an addendum needs a signed record'); END;
