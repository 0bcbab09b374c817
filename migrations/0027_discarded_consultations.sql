-- A consultation in which nothing was said may be discarded, with the patient's answer to its notice. The status exists
-- only inside the batch that deletes the row.
CREATE TRIGGER discard_needs_silence BEFORE UPDATE OF status ON consultations
WHEN NEW.status = 'discarded' AND (OLD.status <> 'active' OR EXISTS (SELECT 1 FROM transcript_entries WHERE consultation_id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'only a consultation without a line is discarded'); END;
--> statement-breakpoint
DROP TRIGGER consents_no_delete;
--> statement-breakpoint
CREATE TRIGGER consents_no_delete BEFORE DELETE ON consents
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.created_at)
  AND NOT EXISTS (SELECT 1 FROM consultations visit WHERE visit.id = OLD.consultation_id AND visit.status = 'discarded')
  AND NOT EXISTS (SELECT 1 FROM consultations visit JOIN user ON user.id = visit.doctor_id
    WHERE visit.id = OLD.consultation_id AND visit.status = 'active' AND user.closed_at <= (unixepoch() + 1) * 1000 - 2592000000)
BEGIN SELECT RAISE(ABORT, 'consents is append-only'); END;
