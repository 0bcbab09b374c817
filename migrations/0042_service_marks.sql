CREATE TABLE `service_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL
);
