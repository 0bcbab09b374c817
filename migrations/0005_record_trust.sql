CREATE TABLE `record_addenda` (
	`id` text PRIMARY KEY NOT NULL,
	`record_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`text` text NOT NULL,
	`doctor_name` text NOT NULL,
	`crm` text NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `addenda_of_record` ON `record_addenda` (`record_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `records` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `alerts` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `omissions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `diagnoses` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `unified_text` text;--> statement-breakpoint
ALTER TABLE `records` ADD `saved_at` integer;--> statement-breakpoint
ALTER TABLE `records` ADD `signature` text;--> statement-breakpoint
ALTER TABLE `records` ADD `signed_content` text;