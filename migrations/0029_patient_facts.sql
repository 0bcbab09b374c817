CREATE TABLE `patient_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`key` text NOT NULL,
	`source` text,
	`added_at` integer,
	`dismissed_at` integer,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`patient_id`) REFERENCES `medical_patients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_current_fact` ON `patient_facts` (`patient_id`,`kind`,`key`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `facts_of_patient` ON `patient_facts` (`patient_id`,`added_at`);