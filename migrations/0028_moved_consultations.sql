DROP TRIGGER consents_no_update;
--> statement-breakpoint
-- An answer follows its consultation to the patient that the consultation was moved to; nothing else in it changes.
CREATE TRIGGER consents_no_update BEFORE UPDATE ON consents
WHEN (NEW.seq, NEW.id, NEW.doctor_id, NEW.consultation_id, NEW.state, NEW.notice_version, NEW.notice_sha256, NEW.answers, NEW.answered_at, NEW.revoked_at, NEW.discarded, NEW.created_at)
  IS NOT (OLD.seq, OLD.id, OLD.doctor_id, OLD.consultation_id, OLD.state, OLD.notice_version, OLD.notice_sha256, OLD.answers, OLD.answered_at, OLD.revoked_at, OLD.discarded, OLD.created_at)
  OR NEW.patient_id IS NOT (SELECT patient_id FROM consultations WHERE id = OLD.consultation_id)
BEGIN SELECT RAISE(ABORT, 'consents is append-only'); END;
