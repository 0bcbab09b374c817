CREATE TABLE `consents` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`state` text NOT NULL,
	`notice_version` text NOT NULL,
	`notice_sha256` text NOT NULL,
	`answers` text NOT NULL,
	`answered_at` integer NOT NULL,
	`revoked_at` integer,
	`discarded` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `medical_patients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_id_unique` ON `consents` (`id`);--> statement-breakpoint
CREATE INDEX `consents_of_consultation` ON `consents` (`consultation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `consents_of_doctor` ON `consents` (`doctor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `consents_of_patient` ON `consents` (`patient_id`);