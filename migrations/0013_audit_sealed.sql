CREATE TABLE `audit_removals` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`through_id` integer NOT NULL,
	`before` integer NOT NULL,
	`removed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`doctor_id` text NOT NULL,
	`seq` integer NOT NULL,
	`after_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`rows` integer NOT NULL,
	`digest` text NOT NULL,
	`previous` text NOT NULL,
	`sealed_at` integer NOT NULL,
	`key_id` text NOT NULL,
	`mac` text NOT NULL,
	`anchored_at` integer,
	PRIMARY KEY(`doctor_id`, `seq`)
);
--> statement-breakpoint
CREATE INDEX `seals_in_order` ON `audit_seals` (`to_id`);--> statement-breakpoint
CREATE INDEX `seals_by_anchor` ON `audit_seals` (`anchored_at`);--> statement-breakpoint
ALTER TABLE `audit_log` ADD `patient_id` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `device` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `network` text;