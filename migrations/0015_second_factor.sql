CREATE TABLE `recovery_codes` (
	`digest` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_doctor` ON `recovery_codes` (`doctor_id`);--> statement-breakpoint
CREATE TABLE `second_factors` (
	`doctor_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`begun_at` integer NOT NULL,
	`enabled_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
