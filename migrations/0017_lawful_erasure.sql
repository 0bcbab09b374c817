-- A patient's records are let go of twenty years after the last entry (Lei 13.787/2018), by the database's own clock.
CREATE TRIGGER record_removals_after_their_time BEFORE INSERT ON record_removals
WHEN NEW.before > (unixepoch() + 1) * 1000 - 631152000000
  OR EXISTS (SELECT 1 FROM record_removals WHERE id = NEW.id OR rowid = NEW.rowid)
  OR NOT EXISTS (SELECT 1 FROM medical_patients WHERE id = NEW.patient_id AND doctor_id = NEW.doctor_id AND updated_at < NEW.before)
  OR EXISTS (SELECT 1 FROM consultations WHERE patient_id = NEW.patient_id
    AND (status <> 'completed' OR max(start_time, ifnull(end_time, 0)) >= NEW.before))
  OR EXISTS (SELECT 1 FROM consents WHERE patient_id = NEW.patient_id
    AND max(created_at, answered_at, ifnull(revoked_at, 0)) >= NEW.before)
  OR EXISTS (SELECT 1 FROM consultations c JOIN records r ON r.consultation_id = c.id WHERE c.patient_id = NEW.patient_id
    AND max(r.created_at, r.updated_at, ifnull(r.saved_at, 0), ifnull(r.signed_at, 0)) >= NEW.before)
  OR EXISTS (SELECT 1 FROM consultations c JOIN record_addenda a ON a.consultation_id = c.id
    WHERE c.patient_id = NEW.patient_id AND a.created_at >= NEW.before)
  OR EXISTS (SELECT 1 FROM consultations c JOIN record_versions v ON v.consultation_id = c.id
    WHERE c.patient_id = NEW.patient_id AND v.replaced_at >= NEW.before)
BEGIN SELECT RAISE(ABORT, 'records are kept for twenty years'); END;
--> statement-breakpoint
CREATE TRIGGER record_removals_no_update BEFORE UPDATE ON record_removals
BEGIN SELECT RAISE(ABORT, 'record_removals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER record_removals_no_delete BEFORE DELETE ON record_removals
BEGIN SELECT RAISE(ABORT, 'record_removals is append-only'); END;
--> statement-breakpoint
-- Which consultations may be let go of, and before when what belongs to them must have been written.
CREATE VIEW lawful_removals AS
SELECT visit.id AS consultation_id, gone.before FROM record_removals gone
JOIN consultations visit ON visit.patient_id = gone.patient_id AND visit.doctor_id = gone.doctor_id
WHERE visit.status = 'completed' AND visit.end_time < gone.before;
--> statement-breakpoint
DROP TRIGGER signed_record_no_delete;
--> statement-breakpoint
CREATE TRIGGER signed_record_no_delete BEFORE DELETE ON records WHEN OLD.signed_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.signed_at)
BEGIN SELECT RAISE(ABORT, 'a signed record is not deleted'); END;
--> statement-breakpoint
DROP TRIGGER signed_sections_no_delete;
--> statement-breakpoint
CREATE TRIGGER signed_sections_no_delete BEFORE DELETE ON record_sections
WHEN EXISTS (SELECT 1 FROM records whole WHERE whole.id = OLD.record_id AND whole.signed_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = whole.consultation_id AND gone.before > whole.signed_at))
BEGIN SELECT RAISE(ABORT, 'a signed record is not changed'); END;
--> statement-breakpoint
DROP TRIGGER signed_entries_no_delete;
--> statement-breakpoint
CREATE TRIGGER signed_entries_no_delete BEFORE DELETE ON transcript_entries
WHEN EXISTS (SELECT 1 FROM records whole WHERE whole.consultation_id = OLD.consultation_id AND whole.signed_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = whole.consultation_id AND gone.before > whole.signed_at))
BEGIN SELECT RAISE(ABORT, 'the transcript of a signed record is not changed'); END;
--> statement-breakpoint
DROP TRIGGER addenda_no_delete;
--> statement-breakpoint
CREATE TRIGGER addenda_no_delete BEFORE DELETE ON record_addenda
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'record_addenda is append-only'); END;
--> statement-breakpoint
DROP TRIGGER versions_no_delete;
--> statement-breakpoint
CREATE TRIGGER versions_no_delete BEFORE DELETE ON record_versions
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.replaced_at)
BEGIN SELECT RAISE(ABORT, 'record_versions is append-only'); END;
--> statement-breakpoint
DROP TRIGGER consents_no_delete;
--> statement-breakpoint
-- Nor is what a patient answered in a consultation that came to nothing kept beyond the account it was made in.
CREATE TRIGGER consents_no_delete BEFORE DELETE ON consents
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.created_at)
  AND NOT EXISTS (SELECT 1 FROM consultations visit JOIN user ON user.id = visit.doctor_id
    WHERE visit.id = OLD.consultation_id AND visit.status = 'active' AND user.closed_at <= (unixepoch() + 1) * 1000 - 2592000000)
BEGIN SELECT RAISE(ABORT, 'consents is append-only'); END;
