import type { z } from "zod";
import { AppError, type ErrorKey } from "@/lib/errors/errors";

/** What came from outside, as its schema reads it. Throws the key with the fields that do not fit. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, key: ErrorKey = "invalidInput"): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(key, { data: key === "notFound" ? undefined : { fields: fieldErrors(parsed.error) } });
}

/** Field name to the key of its message in `validation`; unknown issues are `invalid`. */
function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues.slice(0, 20)) {
    const name = issue.path.join(".") || "_";
    fields[name] ??= /^[a-z][A-Za-z.]*$/.test(issue.message) ? issue.message : "invalid";
  }
  return { ...fields };
}
