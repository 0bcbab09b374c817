CREATE TABLE `alerts` (
	`metric` text PRIMARY KEY NOT NULL,
	`fault` text NOT NULL,
	`raised_at` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE TABLE `measurements` (
	`minute` integer NOT NULL,
	`metric` text NOT NULL,
	`provider` text NOT NULL,
	`release` text NOT NULL,
	`fault` text NOT NULL,
	`count` integer NOT NULL,
	`failed` integer NOT NULL,
	`sum` integer NOT NULL,
	`max` integer NOT NULL,
	`within_100` integer NOT NULL,
	`within_500` integer NOT NULL,
	`within_2000` integer NOT NULL,
	`within_5000` integer NOT NULL,
	`within_15000` integer NOT NULL,
	`within_60000` integer NOT NULL,
	PRIMARY KEY(`minute`, `metric`, `provider`, `release`, `fault`)
);
