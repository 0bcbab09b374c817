ALTER TABLE `medical_patients` ADD `data_nascimento` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `sexo` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `nome_mae` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `naturalidade` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `endereco` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `cpf` text;--> statement-breakpoint
ALTER TABLE `medical_patients` ADD `telefone` text;