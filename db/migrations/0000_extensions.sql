-- On Postgres only a superuser may create "vector"; when it exists already the line passes.
CREATE EXTENSION IF NOT EXISTS vector;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
