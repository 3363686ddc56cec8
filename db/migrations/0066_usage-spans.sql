CREATE TABLE "usage_span_tokens" (
	"span_id" uuid NOT NULL,
	"key" text NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	CONSTRAINT "usage_span_tokens_span_id_key_pk" PRIMARY KEY("span_id","key")
);
--> statement-breakpoint
CREATE TABLE "usage_spans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dimension" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"keys" bigint NOT NULL,
	"is_summed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_span_tokens" ADD CONSTRAINT "usage_span_tokens_span_id_usage_spans_id_fk" FOREIGN KEY ("span_id") REFERENCES "public"."usage_spans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_spans_days_unique" ON "usage_spans" USING btree ("dimension","from_day","to_day");