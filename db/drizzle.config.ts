import { defineConfig } from "drizzle-kit";

// The whole folder: a new schema file is seen without being listed anywhere.
export default defineConfig({ dialect: "postgresql", schema: "./db/schema/*.ts", out: "./db/migrations" });
