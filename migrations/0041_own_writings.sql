CREATE TABLE `own_writings` (
	`doctor_id` text PRIMARY KEY NOT NULL,
	`writing` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
