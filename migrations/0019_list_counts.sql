CREATE TABLE `list_counts` (
	`doctor_id` text PRIMARY KEY NOT NULL,
	`patients` integer NOT NULL,
	`archived` integer NOT NULL,
	`consultations` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `patient_beginnings` (
	`doctor_id` text NOT NULL,
	`archived` integer NOT NULL,
	`beginning` text NOT NULL,
	`name` text NOT NULL,
	`patient_id` text NOT NULL,
	PRIMARY KEY(`doctor_id`, `archived`, `beginning`, `name`, `patient_id`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `patients_by_name`;--> statement-breakpoint
CREATE INDEX `patients_by_name` ON `medical_patients` (`doctor_id`,(archived_at IS NOT NULL),`nome_busca`,`id`);