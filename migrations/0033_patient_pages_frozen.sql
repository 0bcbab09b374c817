-- contract: released in baseline
-- Code of that release writes no row of the new table, so no trigger here can refuse it.
-- A shared page comes from a signed record of its doctor.
CREATE TRIGGER patient_pages_in_order AFTER INSERT ON patient_pages
WHEN NEW.failures <> 0 OR NEW.withdrawn_at IS NOT NULL OR NEW.expires_at <= NEW.created_at
  OR NOT EXISTS (SELECT 1 FROM records WHERE consultation_id = NEW.consultation_id AND doctor_id = NEW.doctor_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a shared page comes from a signed record'); END;
--> statement-breakpoint
-- REPLACE deletes without asking the trigger below.
CREATE TRIGGER patient_pages_no_replace BEFORE INSERT ON patient_pages
WHEN EXISTS (SELECT 1 FROM patient_pages WHERE id = NEW.id OR token_sha256 = NEW.token_sha256 OR rowid = NEW.rowid)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- One more failure, up to five, or withdrawn once: nothing else of a page changes.
CREATE TRIGGER patient_pages_no_update BEFORE UPDATE ON patient_pages
WHEN NEW.rowid <> OLD.rowid OR NEW.id <> OLD.id OR NEW.doctor_id <> OLD.doctor_id
  OR NEW.consultation_id <> OLD.consultation_id OR NEW.token_sha256 <> OLD.token_sha256
  OR NEW.content <> OLD.content OR NEW.sha256 <> OLD.sha256
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at <> OLD.expires_at
  OR NEW.failures NOT IN (OLD.failures, OLD.failures + 1) OR NEW.failures > 5
  OR (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS NOT OLD.withdrawn_at)
BEGIN SELECT RAISE(ABORT, 'a shared page is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER patient_pages_no_delete BEFORE DELETE ON patient_pages
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'a shared page is not deleted'); END;
