CREATE TABLE `data_export_volumes` (
	`export_id` text NOT NULL,
	`number` integer NOT NULL,
	`doctor_id` text NOT NULL,
	`file_key` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`export_id`, `number`),
	FOREIGN KEY (`export_id`) REFERENCES `data_exports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`patient_id` text,
	`job_id` text NOT NULL,
	`settings` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer,
	`place` text,
	`created_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `data_exports_of_doctor` ON `data_exports` (`doctor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `data_exports_by_expiry` ON `data_exports` (`removed_at`,`expires_at`);