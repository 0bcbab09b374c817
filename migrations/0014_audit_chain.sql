-- Seals stay as they are, but for the time their copy was written to R2; each follows the one before it.
CREATE TRIGGER seals_no_update BEFORE UPDATE ON audit_seals
WHEN OLD.anchored_at IS NOT NULL OR NEW.anchored_at IS NULL OR NEW.rowid <> OLD.rowid
  OR NEW.doctor_id <> OLD.doctor_id OR NEW.seq <> OLD.seq OR NEW.after_id <> OLD.after_id OR NEW.to_id <> OLD.to_id
  OR NEW.rows <> OLD.rows OR NEW.digest <> OLD.digest OR NEW.previous <> OLD.previous
  OR NEW.sealed_at <> OLD.sealed_at OR NEW.key_id <> OLD.key_id OR NEW.mac <> OLD.mac
BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER seals_no_delete BEFORE DELETE ON audit_seals BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER seals_follow BEFORE INSERT ON audit_seals
WHEN EXISTS (SELECT 1 FROM audit_seals WHERE rowid = NEW.rowid)
  OR NEW.seq <> (SELECT ifnull(max(seq), 0) + 1 FROM audit_seals WHERE doctor_id = NEW.doctor_id)
  OR NEW.after_id <> (SELECT ifnull(max(to_id), 0) FROM audit_seals WHERE doctor_id = NEW.doctor_id)
BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END;
--> statement-breakpoint
-- Nothing younger than twenty years is let go (AUDIT_KEPT_MS of domain/audit/chain.ts).
CREATE TRIGGER removals_after_their_time BEFORE INSERT ON audit_removals
WHEN NEW.before > NEW.removed_at - 631152000000
  OR EXISTS (SELECT 1 FROM audit_removals WHERE id = NEW.id OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'the audit log is kept for twenty years'); END;
--> statement-breakpoint
CREATE TRIGGER removals_no_update BEFORE UPDATE ON audit_removals
BEGIN SELECT RAISE(ABORT, 'audit_removals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER removals_no_delete BEFORE DELETE ON audit_removals
BEGIN SELECT RAISE(ABORT, 'audit_removals is append-only'); END;
--> statement-breakpoint
DROP TRIGGER audit_no_delete;
--> statement-breakpoint
-- Only what a removal names goes, and only what is sealed and anchored: its hashes stay in R2.
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit_log
WHEN NOT EXISTS (
  SELECT 1 FROM audit_removals gone
  WHERE gone.doctor_id = OLD.doctor_id AND gone.through_id >= OLD.id AND gone.before > OLD.at
    AND EXISTS (SELECT 1 FROM audit_seals WHERE doctor_id = OLD.doctor_id AND to_id >= OLD.id)
    AND NOT EXISTS (
      SELECT 1 FROM audit_seals WHERE doctor_id = OLD.doctor_id AND after_id < OLD.id AND to_id >= OLD.id AND anchored_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
