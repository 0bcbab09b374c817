CREATE TABLE `stripe_customers` (
	`doctor_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`trial_used_at` integer,
	`checkout_session_id` text,
	`fetches` integer DEFAULT 0 NOT NULL,
	`fetched` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT -1 NOT NULL,
	`asked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`doctor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stripe_customers_customer_id_unique` ON `stripe_customers` (`customer_id`);--> statement-breakpoint
CREATE INDEX `stripe_customers_asked` ON `stripe_customers` (`asked_at`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`customer_id` text,
	`created` integer NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_by_time` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `user_subscriptions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`provider_subscription_id` text NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`trial_end` integer,
	`ends_at` integer,
	`cancel_at_period_end` integer NOT NULL,
	`others` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_subscriptions_provider_subscription_id_unique` ON `user_subscriptions` (`provider_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_period` ON `user_subscriptions` (`status`,`current_period_end`);