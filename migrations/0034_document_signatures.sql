CREATE TABLE `document_signatures` (
	`document_id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`prepared_sha256` text NOT NULL,
	`prepared_bytes` integer NOT NULL,
	`prepared_at` integer NOT NULL,
	`signed_sha256` text,
	`signed_bytes` integer,
	`signatures` text,
	`verified_at` integer,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `signatures_of_consultation` ON `document_signatures` (`consultation_id`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `cpf` text;