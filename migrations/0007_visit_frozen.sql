-- Whose record was signed, and of which consultation, is part of what was signed.
CREATE TRIGGER signed_visit_no_update BEFORE UPDATE ON consultations
WHEN (NEW.id, NEW.doctor_id, NEW.patient_id, NEW.patient_name, NEW.consultation_type, NEW.start_time, NEW.demonstration)
  <> (OLD.id, OLD.doctor_id, OLD.patient_id, OLD.patient_name, OLD.consultation_type, OLD.start_time, OLD.demonstration)
  OR NEW.end_time IS NOT OLD.end_time OR NEW.specialty IS NOT OLD.specialty
BEGIN
  SELECT RAISE(ABORT, 'the consultation of a signed record is not changed')
  WHERE EXISTS (SELECT 1 FROM records WHERE consultation_id = OLD.id AND signed_at IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER signed_visit_no_delete BEFORE DELETE ON consultations
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id = OLD.id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the consultation of a signed record is not deleted'); END;
--> statement-breakpoint
-- REPLACE deletes without asking the trigger above.
CREATE TRIGGER signed_visit_no_replace BEFORE INSERT ON consultations
WHEN EXISTS (SELECT 1 FROM records WHERE consultation_id = NEW.id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(IGNORE); END;
