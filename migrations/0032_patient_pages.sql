CREATE TABLE `patient_pages` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`token_sha256` text NOT NULL,
	`content` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`failures` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_patient_page_token` ON `patient_pages` (`token_sha256`);--> statement-breakpoint
CREATE INDEX `patient_pages_of_consultation` ON `patient_pages` (`consultation_id`,`created_at`);