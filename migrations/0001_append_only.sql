-- The audit log and old versions of records only ever grow.
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER versions_no_update BEFORE UPDATE ON record_versions BEGIN SELECT RAISE(ABORT, 'record_versions is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER versions_no_delete BEFORE DELETE ON record_versions BEGIN SELECT RAISE(ABORT, 'record_versions is append-only'); END;
