CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`kind` text NOT NULL,
	`event` text NOT NULL,
	`consultation_id` text,
	`subject_id` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`status` integer,
	`created_at` integer NOT NULL,
	`attempted_at` integer,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deliveries_of_doctor` ON `deliveries` (`doctor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`doctor_id` text NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`delivered_at` integer,
	`paused_at` integer,
	PRIMARY KEY(`doctor_id`, `kind`),
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
