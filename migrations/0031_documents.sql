CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`code` text NOT NULL,
	`content` text NOT NULL,
	`sha256` text NOT NULL,
	`state` text NOT NULL,
	`issued_at` integer NOT NULL,
	`replaces` text,
	`replaced_by` text,
	`cancelled_at` integer,
	`cancel_reason` text,
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_document_number` ON `documents` (`doctor_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_document_code` ON `documents` (`code`);--> statement-breakpoint
CREATE INDEX `documents_of_consultation` ON `documents` (`consultation_id`,`issued_at`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `rqe` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `address` text;
--> statement-breakpoint
-- A document comes from a signed record of its doctor, and takes the next number.
CREATE TRIGGER documents_in_order AFTER INSERT ON documents
WHEN NEW.state <> 'issued' OR NEW.replaced_by IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NEW.cancel_reason IS NOT NULL
  OR NEW.number <> 1 + ifnull((SELECT max(number) FROM documents WHERE doctor_id = NEW.doctor_id AND id <> NEW.id), 0)
  OR NOT EXISTS (SELECT 1 FROM records WHERE consultation_id = NEW.consultation_id AND doctor_id = NEW.doctor_id AND signed_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'a document follows the last one, from a signed record'); END;
--> statement-breakpoint
-- REPLACE deletes without asking the trigger below.
CREATE TRIGGER documents_no_replace BEFORE INSERT ON documents
WHEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.id OR code = NEW.code OR rowid = NEW.rowid
  OR (doctor_id = NEW.doctor_id AND number = NEW.number))
BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
-- Once from issued to cancelled, and once the id of what took its place: nothing else of a document changes.
CREATE TRIGGER documents_no_update BEFORE UPDATE ON documents
WHEN NEW.state <> 'cancelled' OR NEW.cancelled_at IS NULL OR NEW.cancel_reason IS NULL
  OR NEW.rowid <> OLD.rowid OR NEW.id <> OLD.id OR NEW.doctor_id <> OLD.doctor_id
  OR NEW.consultation_id <> OLD.consultation_id OR NEW.kind <> OLD.kind OR NEW.number <> OLD.number
  OR NEW.code <> OLD.code OR NEW.content <> OLD.content OR NEW.sha256 <> OLD.sha256
  OR NEW.issued_at <> OLD.issued_at OR NEW.replaces IS NOT OLD.replaces
  OR (OLD.state = 'cancelled' AND (OLD.replaced_by IS NOT NULL
    OR NEW.cancelled_at <> OLD.cancelled_at OR NEW.cancel_reason <> OLD.cancel_reason))
BEGIN SELECT RAISE(ABORT, 'an issued document is not changed'); END;
--> statement-breakpoint
CREATE TRIGGER documents_no_delete BEFORE DELETE ON documents
WHEN NOT EXISTS (SELECT 1 FROM lawful_removals gone WHERE gone.consultation_id = OLD.consultation_id AND gone.before > OLD.issued_at)
BEGIN SELECT RAISE(ABORT, 'an issued document is not deleted'); END;
--> statement-breakpoint
-- A document is an entry of the patient's record: the twenty years begin with the last one.
CREATE TRIGGER record_removals_after_documents BEFORE INSERT ON record_removals
WHEN EXISTS (SELECT 1 FROM consultations c JOIN documents d ON d.consultation_id = c.id
  WHERE c.patient_id = NEW.patient_id AND max(d.issued_at, ifnull(d.cancelled_at, 0)) >= NEW.before)
BEGIN SELECT RAISE(ABORT, 'records are kept for twenty years'); END;
