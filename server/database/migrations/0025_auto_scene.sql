ALTER TABLE "auto_message" DROP CONSTRAINT "auto_message_uid_host_uid_day_pk";--> statement-breakpoint
ALTER TABLE "auto_message" ADD COLUMN "scene" text NOT NULL DEFAULT 'login';--> statement-breakpoint
ALTER TABLE "auto_message" ALTER COLUMN "scene" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "auto_message" ADD CONSTRAINT "auto_message_uid_host_uid_day_scene_pk" PRIMARY KEY("uid","host_uid","day","scene");
