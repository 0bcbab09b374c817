DROP INDEX `jobs_of_doctor`;--> statement-breakpoint
CREATE INDEX `jobs_of_doctor` ON `jobs` (`doctor_id`,`status`);--> statement-breakpoint
CREATE INDEX `consultations_open` ON `consultations` (`doctor_id`,`status`,`start_time`);