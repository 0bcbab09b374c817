CREATE TABLE `record_removals` (
	`id` text PRIMARY KEY NOT NULL,
	`doctor_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`before` integer NOT NULL,
	`removed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `removals_of_patient` ON `record_removals` (`patient_id`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `kept_email` text;--> statement-breakpoint
ALTER TABLE `user` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `users_closed` ON `user` (`closed_at`) WHERE closed_at IS NOT NULL AND erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_unproven` ON `user` (`created_at`) WHERE email_verified = 0 AND erased_at IS NULL;--> statement-breakpoint
ALTER TABLE `exports` ADD `expired_at` integer;--> statement-breakpoint
CREATE INDEX `exports_kept` ON `exports` (`created_at`) WHERE expired_at IS NULL;--> statement-breakpoint
CREATE INDEX `exports_over` ON `exports` (`expired_at`) WHERE expired_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `stripe_customers` ADD `ending_at` integer;--> statement-breakpoint
CREATE INDEX `stripe_customers_ending` ON `stripe_customers` (`ending_at`) WHERE ending_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `session_by_end` ON `session` (`expires_at`);--> statement-breakpoint
CREATE INDEX `verification_by_end` ON `verification` (`expires_at`);--> statement-breakpoint
CREATE INDEX `consultations_left_open` ON `consultations` (`start_time`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `patients_by_change` ON `medical_patients` (`updated_at`);