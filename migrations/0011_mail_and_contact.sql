CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`specialty` text,
	`message` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_by_time` ON `contact_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text,
	`once` text,
	`to` text NOT NULL,
	`reply_to` text,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`text` text,
	`html` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once_unique` ON `mails` (`once`);--> statement-breakpoint
CREATE INDEX `mails_by_time` ON `mails` (`created_at`);--> statement-breakpoint
CREATE INDEX `mails_of_doctor` ON `mails` (`doctor_id`);--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`doctor_id` text,
	`subject_id` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`step` text,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "kind", "doctor_id", "subject_id", "input", "status", "step", "error", "attempts", "lease_until", "created_at", "updated_at") SELECT "id", "kind", "doctor_id", "subject_id", "input", "status", "step", "error", "attempts", "lease_until", "created_at", "updated_at" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
CREATE INDEX `jobs_by_status` ON `jobs` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `jobs_of_subject` ON `jobs` (`subject_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `jobs_of_doctor` ON `jobs` (`doctor_id`,`status`);--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `reply_to` text;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `html` text;