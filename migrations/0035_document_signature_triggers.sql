-- contract: released in baseline
-- Code of that release writes no row of the new table, so no trigger here can refuse it.
-- A file is prepared for an issued document of the same doctor and visit, and comes back signed later.
CREATE TRIGGER document_signatures_of_documents AFTER INSERT ON document_signatures
WHEN NEW.signed_sha256 IS NOT NULL OR NEW.signed_bytes IS NOT NULL OR NEW.signatures IS NOT NULL OR NEW.verified_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM documents WHERE id = NEW.document_id AND doctor_id = NEW.doctor_id
    AND consultation_id = NEW.consultation_id AND state = 'issued')
BEGIN SELECT RAISE(ABORT, 'a file is prepared for an issued document'); END;
--> statement-breakpoint
-- REPLACE deletes without asking the trigger below.
CREATE TRIGGER document_signatures_no_replace BEFORE INSERT ON document_signatures
WHEN EXISTS (SELECT 1 FROM document_signatures WHERE document_id = NEW.document_id OR rowid = NEW.rowid)
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Once from prepared to signed, while the document is valid: nothing else changes.
CREATE TRIGGER document_signatures_no_update BEFORE UPDATE ON document_signatures
WHEN OLD.signed_sha256 IS NOT NULL OR NEW.signed_sha256 IS NULL OR NEW.signed_bytes IS NULL OR NEW.signatures IS NULL
  OR NEW.verified_at IS NULL OR NEW.rowid <> OLD.rowid OR NEW.document_id <> OLD.document_id
  OR NEW.doctor_id <> OLD.doctor_id OR NEW.consultation_id <> OLD.consultation_id
  OR NEW.prepared_sha256 <> OLD.prepared_sha256 OR NEW.prepared_bytes <> OLD.prepared_bytes
  OR NEW.prepared_at <> OLD.prepared_at
  OR NOT EXISTS (SELECT 1 FROM documents WHERE id = OLD.document_id AND state = 'issued')
BEGIN SELECT RAISE(ABORT, 'a signed file is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER document_signatures_no_delete BEFORE DELETE ON document_signatures
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id
  AND gone.before > max(OLD.prepared_at, ifnull(OLD.verified_at, 0)))
BEGIN SELECT RAISE(ABORT, 'a signed file is not deleted'); END;
--> statement-breakpoint
-- A signature is an entry of the patient's record: the twenty years begin with the last one.
CREATE TRIGGER record_removals_after_signatures BEFORE INSERT ON record_removals
WHEN EXISTS (SELECT 1 FROM consultations c JOIN document_signatures s ON s.consultation_id = c.id
  WHERE c.patient_id = NEW.patient_id AND max(s.prepared_at, ifnull(s.verified_at, 0)) >= NEW.before)
BEGIN SELECT RAISE(ABORT, 'records are kept for twenty years'); END;
