CREATE TABLE `corrected_words` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`word` text NOT NULL,
	`key` text NOT NULL,
	`corrected_at` integer NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corrected_words_once` ON `corrected_words` (`doctor_id`,`key`);--> statement-breakpoint
CREATE INDEX `corrected_words_newest` ON `corrected_words` (`doctor_id`,`corrected_at`,`id`);