CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`full_name` text NOT NULL,
	`crm` text,
	`specialty` text,
	`phone` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`doctor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_of_doctor` ON `audit_log` (`doctor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_of_subject` ON `audit_log` (`subject_id`);--> statement-breakpoint
CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_user` ON `account` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_limit` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`count` integer NOT NULL,
	`last_request` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_limit_key_unique` ON `rate_limit` (`key`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_identifier` ON `verification` (`identifier`);--> statement-breakpoint
CREATE TABLE `consultations` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`patient_name` text NOT NULL,
	`search_text` text NOT NULL,
	`consultation_type` text NOT NULL,
	`clinical_context` text NOT NULL,
	`status` text NOT NULL,
	`start_time` integer NOT NULL,
	`end_time` integer,
	`duration` integer,
	`entry_count` integer DEFAULT 0 NOT NULL,
	`gaps` text DEFAULT '[]' NOT NULL,
	`specialty` text,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`patient_id`) REFERENCES `medical_patients`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `consultations_by_end` ON `consultations` (`doctor_id`,`status`,`end_time`,`id`);--> statement-breakpoint
CREATE INDEX `consultations_by_start` ON `consultations` (`doctor_id`,`start_time`);--> statement-breakpoint
CREATE INDEX `consultations_of_patient` ON `consultations` (`patient_id`,`status`);--> statement-breakpoint
CREATE TABLE `transcript_entries` (
	`consultation_id` text NOT NULL,
	`id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`position` integer NOT NULL,
	`text` text NOT NULL,
	`timestamp` integer NOT NULL,
	`speaker` text,
	`speaker_origin` text,
	`voice` text,
	`start_ms` integer NOT NULL,
	`end_ms` integer NOT NULL,
	`confidence` real,
	`words` text,
	PRIMARY KEY(`consultation_id`, `id`),
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `entries_in_order` ON `transcript_entries` (`consultation_id`,`position`);--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`consultation_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`job_id` text NOT NULL,
	`file_key` text,
	`bytes` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `exports_of_consultation` ON `exports` (`consultation_id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`doctor_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`step` text,
	`error` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_by_status` ON `jobs` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `jobs_of_subject` ON `jobs` (`subject_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `jobs_of_doctor` ON `jobs` (`doctor_id`);--> statement-breakpoint
CREATE TABLE `outbox_mail` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_by_time` ON `outbox_mail` (`created_at`);--> statement-breakpoint
CREATE TABLE `medical_patients` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`nome_completo` text NOT NULL,
	`nome_busca` text NOT NULL,
	`observacoes_gerais` text NOT NULL,
	`total_consultas` integer DEFAULT 0 NOT NULL,
	`last_consultation` integer,
	`archived_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `patients_by_name` ON `medical_patients` (`doctor_id`,`archived_at`,`nome_busca`,`id`);--> statement-breakpoint
CREATE TABLE `record_sections` (
	`id` text PRIMARY KEY NOT NULL,
	`record_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`key` text NOT NULL,
	`canonical` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL,
	`content` text NOT NULL,
	`original_content` text NOT NULL,
	`confidence` text NOT NULL,
	`confidence_score` real NOT NULL,
	`suggestions` text NOT NULL,
	`sentences` text NOT NULL,
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sections_in_order` ON `record_sections` (`record_id`,`position`);--> statement-breakpoint
CREATE TABLE `record_versions` (
	`record_id` text NOT NULL,
	`version` integer NOT NULL,
	`doctor_id` text NOT NULL,
	`consultation_id` text NOT NULL,
	`body` text NOT NULL,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`record_id`, `version`)
);
--> statement-breakpoint
CREATE INDEX `versions_of_consultation` ON `record_versions` (`consultation_id`);--> statement-breakpoint
CREATE TABLE `records` (
	`id` text PRIMARY KEY NOT NULL,
	`consultation_id` text NOT NULL,
	`doctor_id` text NOT NULL,
	`specialty` text NOT NULL,
	`job_id` text NOT NULL,
	`processing_time_ms` integer NOT NULL,
	`warnings` text NOT NULL,
	`structurer` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`signed_at` integer,
	FOREIGN KEY (`consultation_id`) REFERENCES `consultations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_record` ON `records` (`consultation_id`);--> statement-breakpoint
CREATE INDEX `records_of_doctor` ON `records` (`doctor_id`,`created_at`);