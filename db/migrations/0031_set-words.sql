CREATE TABLE "set_words" (
	"set_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"words" "bytea" NOT NULL,
	CONSTRAINT "set_words_set_id_number_pk" PRIMARY KEY("set_id","number")
);
--> statement-breakpoint
ALTER TABLE "slice_sets" ADD COLUMN "word_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "set_words" ADD CONSTRAINT "set_words_set_id_slice_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."slice_sets"("id") ON DELETE cascade ON UPDATE no action;