CREATE TABLE `logos` (
	`doctor_id` text NOT NULL,
	`sha256` text NOT NULL,
	`jpeg` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`doctor_id`, `sha256`),
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `logo_in_use` ON `logos` (`doctor_id`) WHERE "logos"."removed_at" IS NULL;