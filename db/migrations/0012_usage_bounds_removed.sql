ALTER TABLE "usage_daily" DROP COLUMN "within_500";--> statement-breakpoint
ALTER TABLE "usage_daily" DROP COLUMN "within_1000";--> statement-breakpoint
ALTER TABLE "usage_daily" DROP COLUMN "within_2000";--> statement-breakpoint
ALTER TABLE "usage_daily" DROP COLUMN "within_5000";--> statement-breakpoint
ALTER TABLE "usage_daily" DROP COLUMN "within_10000";--> statement-breakpoint
ALTER TABLE "usage_totals" DROP COLUMN "within_500";--> statement-breakpoint
ALTER TABLE "usage_totals" DROP COLUMN "within_1000";--> statement-breakpoint
ALTER TABLE "usage_totals" DROP COLUMN "within_2000";--> statement-breakpoint
ALTER TABLE "usage_totals" DROP COLUMN "within_5000";--> statement-breakpoint
ALTER TABLE "usage_totals" DROP COLUMN "within_10000";